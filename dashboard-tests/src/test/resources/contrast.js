// Texts in sight whose contrast with the ground behind them is below WCAG AA.
() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return { rgb: [r, g, b], alpha: a / 255 };
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const bar = at instanceof SVGGElement && at.querySelector(':scope > rect');
      const shown = rgba(bar && !at.classList.contains('gap') ? getComputedStyle(bar).fill : getComputedStyle(at).backgroundColor);
      if (shown.alpha > 0.99) {
        return shown.rgb;
      }
    }
    return [255, 255, 255];
  };
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const element = walker.currentNode.parentElement;
    if (!text || !element.checkVisibility() || element.closest('.hidden, noscript, .head, [hidden]')) {
      continue;
    }
    const style = getComputedStyle(element);
    const colour = rgba(element instanceof SVGElement ? style.fill : style.color);
    const ratio = contrast(colour.rgb, ground(element));
    const large = Number.parseFloat(style.fontSize) >= 24;
    if (ratio < (large ? 3 : 4.5)) {
      poor.push(`${text.slice(0, 40)}: ${ratio.toFixed(2)} in ${element.tagName}.${element.getAttribute('class')}`);
    }
  }
  return poor;
}
