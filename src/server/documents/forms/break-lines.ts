import { splitAtMarks } from '#domain/text/company-marks.ts'

/**
 * Breaks a text into lines of at most `width`: at blanks; within a word only if the word alone is
 * longer than a line; never within a company's mark that fits on a line. Typed newlines are kept.
 */
export function breakLines(text: string, width: number, widthOf: (text: string) => number): string[] {
  return text.split('\n').flatMap((line) => breakLine(line.trimEnd(), width, widthOf))
}

function breakLine(line: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(line) <= width) return [line]
  const lines: string[] = []
  let open = ''
  // Leading blanks indent the line.
  for (const word of line.split(/(?<=\S)(?=\s)/)) {
    if (widthOf(open + word) <= width) {
      open += word
      continue
    }
    if (open !== '') lines.push(open)
    const pieces = breakWord(open === '' ? word : word.trimStart(), width, widthOf)
    lines.push(...pieces.slice(0, -1))
    open = pieces.at(-1) ?? ''
  }
  return open === '' ? lines : [...lines, open]
}

function breakWord(word: string, width: number, widthOf: (text: string) => number): string[] {
  const pieces: string[] = []
  let open = ''
  let consumed = 0
  for (const part of partsOf(word, width, widthOf)) {
    const wide = widthOf(part)
    if (open !== '' && consumed + wide > width) {
      pieces.push(open)
      open = ''
      consumed = 0
    }
    open += part
    consumed += wide
  }
  return [...pieces, open]
}

/** The letters of a word; a company's mark counts as one. */
function partsOf(word: string, width: number, widthOf: (text: string) => number): string[] {
  return splitAtMarks(word).flatMap((piece, at) => (at % 2 === 1 && widthOf(piece) <= width ? [piece] : [...piece]))
}
