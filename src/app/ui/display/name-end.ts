/** The longest end that is kept whole, in letters. */
const maxLength = 12

/**
 * What tells a name apart from its neighbours and so stays in sight when the name is cut: from the first word with a number in it that leaves the end short
 * (`가온지구 제1공구` → `제1공구`), else the last word. Empty where cutting the end off is as good.
 */
export function nameEnd(name: string): string {
  const ends = [...name.matchAll(/제?\d+|(?<=\s)\S/g)]
    .map(({ index }) => name.slice(index))
    .filter((end) => end.length <= maxLength && end.length < name.length)
  return ends.find(startsNumbered) ?? ends.find((end) => !end.includes(' ')) ?? ''
}

/** Whether the first word of it holds a number. */
function startsNumbered(end: string): boolean {
  return /^\S*\d/.test(end)
}
