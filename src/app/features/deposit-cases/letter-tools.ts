import { itemMarker, letterLines, levelOf, tablePlaceholder } from '#domain/deposit-cases/letter-text.ts'
import { changeLines, insertText, type TextCommand } from '#app/ui/text-editing/text-edit.ts'
import type { TextTool } from '#app/ui/text-editing/text-toolbar.tsx'

/**
 * Tools for the four common item levels, the enclosures, and the table of owners and properties.
 */
export const letterTools: readonly TextTool[] = [
  ...[0, 1, 2, 3].map((level) => ({
    label: `${itemMarker(level, 1)} 항목`,
    icon: itemMarker(level, 1),
    run: itemsOf(level),
  })),
  { label: '붙임', icon: '붙임', run: enclosures },
  { label: '소유자·부동산 표 넣기', icon: '표', run: insertText(tablePlaceholder, { isBlock: true }) },
]

/**
 * Makes the selected lines items of a level, with numbers that continue those above. If all of them
 * already are, removes the markers.
 */
export function itemsOf(level: number): TextCommand {
  return changeLines((lines, before) => {
    const isItem = (line: string) => levelIn(line) === level
    const filled = lines.filter((line) => line.trim() !== '')
    if (filled.length > 0 && filled.every(isItem)) return lines.map(textOfLine)
    const done: string[] = []
    for (const line of lines) {
      const isBlank = line.trim() === '' && lines.length > 1
      done.push(isBlank ? line : `${itemMarker(level, nextCount(level, [...before, ...done]))} ${textOfLine(line)}`)
    }
    return done
  })
}

/** Next item number: one more than the items of this level since the last higher level. */
function nextCount(level: number, before: readonly string[]): number {
  let count = 1
  for (const line of before.toReversed()) {
    const other = levelIn(line)
    if (other >= 0 && other < level) break
    if (other === level) count += 1
  }
  return count
}

function levelIn(line: string): number {
  return levelOf(letterLines(line)[0]?.marker.trim() ?? '')
}

function textOfLine(line: string): string {
  return levelIn(line) < 0 ? line.trimStart() : (letterLines(line)[0]?.text ?? '')
}

/** Adds enclosures at the end, below a blank line. */
function enclosures(text: string): ReturnType<TextCommand> {
  const body = text.trimEnd()
  const attachment = `${body === '' ? '' : '\n\n'}붙임  1.  1부.`
  const at = body.length + attachment.length - ' 1부.'.length
  return { from: body.length, to: text.length, text: attachment, select: [at, at] }
}
