// SPDX-License-Identifier: Apache-2.0
// The theme before anything is drawn; search and the menu once the page is there.
(() => {
  const { root, page, version } = document.currentScript.dataset;
  const MAX_RESULTS = 12;
  const AROUND = 70;

  const remember = {
    get: () => { try { return localStorage.getItem("baton-theme"); } catch { return null; } },
    set: (theme) => { try { localStorage.setItem("baton-theme", theme); } catch { /* not remembered */ } },
  };
  const chosen = remember.get();
  if (chosen) document.documentElement.dataset.theme = chosen;

  function switchTheme() {
    const now = document.documentElement.dataset.theme
      || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    const next = now === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    remember.set(next);
  }

  // What a script leaves in a variable; nothing if it is not there. A page that was opened as a file may load no data.
  function loadScript(source, variable) {
    return new Promise((resolve) => {
      const script = document.createElement("script");
      script.src = source;
      script.onload = () => resolve(window[variable]);
      script.onerror = () => resolve([]);
      document.head.append(script);
    });
  }

  // Loaded with the first search: it is all text of all pages.
  let sections = null;
  function load() {
    sections ??= loadScript(root + "assets/search-index.js", "batonSections");
    return sections;
  }

  // Beside the folder of these pages are those of other versions.
  async function offerVersions() {
    const versions = await loadScript(root + "../versions.js", "batonVersions");
    if (versions.length < 2 || !versions.some((it) => it.version === version)) return;
    const choice = document.createElement("select");
    choice.id = "version";
    choice.className = "version";
    choice.title = "The version these pages describe";
    choice.setAttribute("aria-label", "Version");
    choice.append(...versions.map((it) => new Option(it.version, it.version, false, it.version === version)));
    choice.addEventListener("change", () => {
      const chosen = versions.find((it) => it.version === choice.value);
      // The same page, where that version has it.
      location.href = root + "../" + chosen.version + "/" + (chosen.pages.includes(page) ? page : "index.html");
    });
    // A page that the browser brings back shows its own version.
    addEventListener("pageshow", () => { choice.value = version; });
    document.getElementById("version").replaceWith(choice);
  }

  function rank([title, heading, , text], words) {
    let points = 0;
    for (const word of words) {
      const inHeading = heading.toLowerCase().indexOf(word);
      const inTitle = title.toLowerCase().includes(word);
      const inText = text.toLowerCase().includes(word);
      if (inHeading < 0 && !inTitle && !inText) return 0;
      points += (inHeading === 0 ? 12 : inHeading > 0 ? 8 : 0) + (inTitle ? 3 : 0) + (inText ? 1 : 0);
    }
    return points;
  }

  // Text with the words in it marked; built of nodes, so that nothing in it is taken for markup.
  function marked(text, words) {
    const element = document.createElement("small");
    const low = text.toLowerCase();
    const at = Math.max(0, Math.min(...words.map((w) => low.indexOf(w)).filter((i) => i >= 0), text.length) - AROUND);
    const cut = text.slice(at, at + 3 * AROUND);
    const pattern = new RegExp("(" + words.map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|") + ")", "i");
    element.append(at > 0 ? "… " : "");
    cut.split(pattern).forEach((part, i) => {
      if (i % 2 === 0) return element.append(part);
      const mark = document.createElement("mark");
      mark.textContent = part;
      element.append(mark);
    });
    return element;
  }

  function result([title, heading, url, text], words) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = root + url;
    const name = document.createElement("strong");
    name.textContent = heading === title ? title : title + " › " + heading;
    link.append(name, marked(text, words));
    item.append(link);
    return item;
  }

  async function search(input, results) {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) {
      results.hidden = true;
      return;
    }
    const all = await load();
    const found = all.map((section) => [rank(section, words), section])
      .filter(([points]) => points > 0)
      .sort(([a], [b]) => b - a)
      .slice(0, MAX_RESULTS);
    const none = document.createElement("li");
    none.className = "none";
    none.textContent = "Nothing has these words.";
    results.replaceChildren(...(found.length ? found.map(([, section]) => result(section, words)) : [none]));
    results.hidden = false;
  }

  document.addEventListener("DOMContentLoaded", () => {
    const input = document.getElementById("search");
    const results = document.getElementById("results");
    const menu = document.getElementById("menu");
    const documents = document.getElementById("documents");
    offerVersions();
    document.getElementById("theme").addEventListener("click", switchTheme);
    menu.addEventListener("click", () => menu.setAttribute("aria-expanded", documents.classList.toggle("open")));
    input.addEventListener("input", () => search(input, results));
    results.addEventListener("click", () => { results.hidden = true; });
    documents.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });

    document.addEventListener("keydown", (event) => {
      const links = [...results.querySelectorAll("a")];
      const at = links.indexOf(document.activeElement);
      if (event.key === "/" && document.activeElement !== input) {
        event.preventDefault();
        input.focus();
      } else if (event.key === "Escape") {
        results.hidden = true;
        input.blur();
      } else if (!results.hidden && links.length && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
        event.preventDefault();
        const next = event.key === "ArrowDown" ? at + 1 : at - 1;
        (next < 0 ? input : links[Math.min(next, links.length - 1)]).focus();
      } else if (event.key === "Enter" && document.activeElement === input && links.length) {
        links[0].click();
      }
    });
    document.addEventListener("click", (event) => {
      if (!event.target.closest(".search")) results.hidden = true;
    });
  });
})();
