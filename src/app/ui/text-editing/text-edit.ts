/**
 * One change of a text: `text` replaces the characters from `from` to `to`; `select` is the
 * selection afterwards.
 */
export interface TextEdit {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly select: readonly [start: number, end: number]
}

/** A toolbar command on a text with the selection from `start` to `end`. */
export type TextCommand = (text: string, start: number, end: number) => TextEdit

/**
 * Applies the change as if typed, so Ctrl+Z undoes it and the field fires its events. HAZARD: a
 * syllable still being composed would be lost; blurring the field ends the composition.
 */
export function applyEdit(area: HTMLTextAreaElement, { from, to, text, select }: TextEdit): void {
  area.blur()
  area.focus()
  area.setSelectionRange(from, to)
  // Deprecated but without replacement; nothing else writes to a text field's undo history.
  const isTyped =
    text === '' && from === to ? true : document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  if (!isTyped) {
    area.setRangeText(text, from, to)
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  area.setSelectionRange(...select)
}

/**
 * Wraps the selection in `mark`, or unwraps it. Without a selection it inserts `sample`, selected.
 */
export function wrapWith(mark: string, sample: string): TextCommand {
  return (text, start, end) => {
    const width = mark.length
    if (start - width >= 0 && text.slice(start - width, start) === mark && text.slice(end, end + width) === mark) {
      const inner = text.slice(start, end)
      return { from: start - width, to: end + width, text: inner, select: [start - width, end - width] }
    }
    const inner = start === end ? sample : text.slice(start, end)
    const from = start + width
    return { from: start, to: end, text: `${mark}${inner}${mark}`, select: [from, from + inner.length] }
  }
}

/**
 * Puts `prefix` before every selected line (or the line of the cursor), replacing another prefix
 * that matches `marker`. Removes it when all lines have it.
 */
export function startLinesWith(prefix: string | ((index: number) => string), marker: RegExp): TextCommand {
  const getPrefix = typeof prefix === 'string' ? () => prefix : prefix
  return changeLines((lines) => {
    const filled = lines.filter((line) => line.trim() !== '' || lines.length === 1)
    const hasAll = filled.every((line, index) => line.startsWith(getPrefix(index)))
    let index = -1
    return lines.map((line) => {
      if (line.trim() === '' && lines.length > 1) return line
      index += 1
      const unmarked = line.replace(marker, '')
      return hasAll ? unmarked : getPrefix(index) + unmarked
    })
  })
}

/**
 * Changes the selected lines as a whole; `before` are the lines above. When only one line changes,
 * the cursor keeps its place in the text.
 */
export function changeLines(change: (lines: string[], before: string[]) => string[]): TextCommand {
  return (text, start, end) => {
    const from = text.lastIndexOf('\n', start - 1) + 1
    const newline = text.indexOf('\n', end > start && text[end - 1] === '\n' ? end - 1 : end)
    const to = newline < 0 ? text.length : newline
    const before = from === 0 ? [] : text.slice(0, from - 1).split('\n')
    const changed = change(text.slice(from, to).split('\n'), before).join('\n')
    const shift = changed.length - (to - from)
    const select: [number, number] =
      start === end ? [Math.max(from, start + shift), Math.max(from, start + shift)] : [from, from + changed.length]
    return { from, to, text: changed, select }
  }
}

/** Inserts text at the cursor with `selected` selected, on separate lines when `isBlock`. */
export function insertText(piece: string, { selected = '', isBlock = false } = {}): TextCommand {
  return (text, start, end) => {
    const leadingBreaks = isBlock && start > 0 ? '\n'.repeat(2 - countTrailingBreaks(text.slice(0, start))) : ''
    const trailingBreak = isBlock ? '\n' : ''
    const cursor =
      start + leadingBreaks.length + (selected === '' ? piece.length : Math.max(0, piece.indexOf(selected)))
    return {
      from: start,
      to: end,
      text: `${leadingBreaks}${piece}${trailingBreak}`,
      select: [cursor, cursor + selected.length],
    }
  }
}

/** Line breaks at the end of the text, at most two. */
function countTrailingBreaks(text: string): number {
  return text.endsWith('\n\n') ? 2 : Number(text.endsWith('\n'))
}
