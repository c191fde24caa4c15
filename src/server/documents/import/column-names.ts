/** What columns are known by, each name once: the title, and the letter that Excel gives the column where the title is empty or stands above another column too. */
export function columnNames(titles: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return titles.map((title, index) => {
    const letter = `${letterOf(index)}열`
    const name = [title, title === '' ? letter : `${title.slice(0, maxTitle)} (${letter})`].find(
      (one) => one !== '' && !taken.has(one),
    )
    taken.add(name ?? '')
    return name ?? `${letter} (${index + 1})`
  })
}

/** Leaves room for the letter in the name. */
const maxTitle = 180

/** As Excel names its columns: A, …, Z, AA. */
function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last
}
