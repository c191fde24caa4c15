/** Maximum length of an end that is kept whole, in characters. */
const maxLength = 12

/**
 * The end of a name that stays visible when the name is cut, because it tells the name from similar
 * ones. It starts at the first word containing a digit that gives a short enough end (`가온지구 제1공구` →
 * `제1공구`), else it is the last word. Empty when the end may be cut.
 */
export function nameEnd(name: string): string {
  const ends = [...name.matchAll(/제?\d+|(?<=\s)\S/g)]
    .map(({ index }) => name.slice(index))
    .filter((end) => end.length <= maxLength && end.length < name.length)
  return ends.find(startsNumbered) ?? ends.find((end) => !end.includes(' ')) ?? ''
}

/** Whether its first word contains a digit. */
function startsNumbered(end: string): boolean {
  return /^\S*\d/.test(end)
}
