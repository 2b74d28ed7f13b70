// Tooltips, built from nodes and never from markup: names come from files that anybody may have written.

import { make } from './make.js';

const MOST_ROWS = 14;

export function tooltip(ink, content) {
  return {
    confine: true,
    backgroundColor: ink.surface,
    borderColor: ink.line,
    padding: [8, 12],
    textStyle: { color: ink.ink, fontSize: 13 },
    formatter: content,
  };
}

// rows: [{ name, color, value, remark }]
export function tooltipContent(title, rows) {
  const table = make('table');
  for (const row of rows.slice(0, MOST_ROWS)) {
    const mark = make('i');
    mark.style.background = row.color;
    table.append(make('tr', {}, make('td', {}, mark, row.name), make('td', {}, row.value), make('td', {}, row.remark ?? '')));
  }
  const rest = rows.length > MOST_ROWS ? make('p', {}, `and ${rows.length - MOST_ROWS} more`) : null;
  return make('div', { class: 'tip' }, make('p', {}, title), table, rest);
}
