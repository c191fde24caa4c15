import { splitAtMarks } from '#domain/text/company-marks.ts'

/**
 * Breaks a text into lines of at most `width`: at blanks; within a word only if the word alone is
 * longer than a line; never within a company's mark that fits on a line. Typed newlines are kept.
 */
export function breakLines(text: string, width: number, measureWidth: (text: string) => number): string[] {
  return text.split('\n').flatMap((line) => breakLine(line.trimEnd(), width, measureWidth))
}

function breakLine(line: string, width: number, measureWidth: (text: string) => number): string[] {
  if (measureWidth(line) <= width) return [line]
  const lines: string[] = []
  let current = ''
  // Leading blanks indent the line.
  for (const word of line.split(/(?<=\S)(?=\s)/)) {
    if (measureWidth(current + word) <= width) {
      current += word
      continue
    }
    if (current !== '') lines.push(current)
    const pieces = breakWord(current === '' ? word : word.trimStart(), width, measureWidth)
    lines.push(...pieces.slice(0, -1))
    current = pieces.at(-1) ?? ''
  }
  return current === '' ? lines : [...lines, current]
}

function breakWord(word: string, width: number, measureWidth: (text: string) => number): string[] {
  const pieces: string[] = []
  let current = ''
  let consumed = 0
  for (const part of splitWord(word, width, measureWidth)) {
    const partWidth = measureWidth(part)
    if (current !== '' && consumed + partWidth > width) {
      pieces.push(current)
      current = ''
      consumed = 0
    }
    current += part
    consumed += partWidth
  }
  return [...pieces, current]
}

/** The letters of a word; a company's mark counts as one. */
function splitWord(word: string, width: number, measureWidth: (text: string) => number): string[] {
  return splitAtMarks(word).flatMap((piece, index) =>
    index % 2 === 1 && measureWidth(piece) <= width ? [piece] : [...piece],
  )
}
