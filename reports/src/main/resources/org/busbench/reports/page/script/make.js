// Builds elements. Text is always text: names come from files that anybody may have written.

export function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== undefined && value !== null) {
      element.setAttribute(name, String(value));
    }
  }
  element.append(...children.filter((child) => child !== undefined && child !== null));
  return element;
}

export function named(adapter) {
  return make('span', { class: `name ${adapter.look}` }, adapter.name);
}

export function tag(flag) {
  return make('span', { class: `tag ${flag.spoils ? 'bad' : 'warn'}`, title: flag.explanation }, flag.word);
}
