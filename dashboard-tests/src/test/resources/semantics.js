// What a screen reader would stumble over.
() => {
  const defects = [];
  const named = (element) =>
    (element.getAttribute('aria-label') ?? '').trim() ||
    (element.getAttribute('aria-labelledby') ?? '').split(' ').some((id) => document.getElementById(id)?.textContent.trim()) ||
    [...(element.labels ?? [])].some((label) => label.textContent.trim()) ||
    // What a button or a link holds is its name; a list or a region does not get one from what is in it.
    (element.matches('button, a, [role=option]') && element.textContent.trim());
  const where = (element) => element.outerHTML.slice(0, 120);
  const all = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());

  for (const control of all('button, input, select, a[href], [role=grid], [role=listbox], [role=option], [role=region], section, nav, aside, dialog')) {
    if (!named(control)) {
      defects.push(`no name: ${where(control)}`);
    }
  }
  for (const section of all('section')) {
    const by = section.getAttribute('aria-labelledby');
    if (by !== null && document.getElementById(by) === null) {
      defects.push(`label is missing: ${where(section)}`);
    }
  }
  const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
  for (const id of new Set(ids.filter((one, index) => ids.indexOf(one) !== index))) {
    defects.push(`twice the same id: ${id}`);
  }
  const parents = { row: ['grid', 'rowgroup'], gridcell: ['row'], columnheader: ['row'], option: ['listbox', 'group'] };
  for (const [role, allowed] of Object.entries(parents)) {
    for (const element of all(`[role=${role}]`)) {
      if (!allowed.includes(element.parentElement.closest('[role]:not([role=presentation])')?.getAttribute('role'))) {
        defects.push(`${role} out of place: ${where(element)}`);
      }
    }
  }
  for (const grid of all('[role=grid]')) {
    const reachable = grid.querySelectorAll('[role=row][tabindex="0"]').length;
    if (reachable !== 1) {
      defects.push(`${reachable} rows in the tab order: ${where(grid)}`);
    }
    const heads = grid.querySelectorAll('[role=columnheader]').length;
    if ([...grid.querySelectorAll('.rows > [role=row]')].some((row) => row.querySelectorAll('[role=gridcell]').length !== heads)) {
      defects.push(`cells without a column: ${where(grid)}`);
    }
  }
  for (const glyph of all('svg:not(.chart)')) {
    if (glyph.getAttribute('aria-hidden') !== 'true') {
      defects.push(`a shape that is read aloud: ${where(glyph)}`);
    }
  }
  for (const target of all('button, .tabs a, input[type=search]')) {
    const { width, height } = target.getBoundingClientRect();
    if (width < 24 || height < 24) {
      defects.push(`too small to hit: ${where(target)}`);
    }
  }
  return defects;
}
