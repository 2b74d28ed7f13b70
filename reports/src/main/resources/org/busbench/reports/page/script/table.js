// The table of all cells: sorted by a click on a heading, filtered by words.

export function startTable() {
  const table = document.getElementById('cell-table');
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    if (head.dataset.sort) {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(...head.childNodes);
      button.addEventListener('click', () => sort(table, heads, column));
      head.append(button);
      head.setAttribute('aria-sort', 'none');
    }
  });
  const filter = document.getElementById('filter');
  filter.addEventListener('input', () => show(table, filter.value));
}

function sort(table, heads, column) {
  const numeric = heads[column].dataset.sort === 'number';
  const first = numeric && column > 3 ? 'descending' : 'ascending';
  const second = first === 'ascending' ? 'descending' : 'ascending';
  const order = heads[column].getAttribute('aria-sort') === first ? second : first;
  heads.filter((head) => head.dataset.sort).forEach((head) => head.setAttribute('aria-sort', 'none'));
  heads[column].setAttribute('aria-sort', order);
  const sign = order === 'ascending' ? 1 : -1;
  const valueOf = (row) => row.cells[column].dataset.value;
  const rows = [...table.tBodies[0].rows];
  rows.sort((a, b) => compare(valueOf(a), valueOf(b), numeric, sign));
  table.tBodies[0].append(...rows);
}

// Rows without a value come last, whichever way the others go.
function compare(a, b, numeric, sign) {
  if (a === '' || b === '') {
    return (a === '') - (b === '');
  }
  return sign * (numeric ? Number(a) - Number(b) : a.localeCompare(b));
}

function show(table, text) {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== '');
  let matches = 0;
  for (const row of table.tBodies[0].rows) {
    const content = `${row.textContent} ${row.dataset.payload} ${row.dataset.outcome}`.toLowerCase();
    row.hidden = !words.every((word) => content.includes(word));
    matches += row.hidden ? 0 : 1;
  }
  document.getElementById('no-match').hidden = matches > 0;
}
