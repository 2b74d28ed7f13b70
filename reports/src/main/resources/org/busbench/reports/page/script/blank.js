// Whether a chart would show axes and nothing else.

export function blank(option) {
  return option.series.every((series) => series.data.every((item) => figure(item) === null));
}

// Of a point [x, y], of a bar { value }, or of a point with a name at its end { value: [x, y] }.
function figure(item) {
  const held = Array.isArray(item) ? item : item.value;
  return (Array.isArray(held) ? held[1] : held) ?? null;
}
