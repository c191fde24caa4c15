/** One change of a text: `text` in place of what stood from `from` to `to`, and what is selected afterwards. */
export interface TextEdit {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly select: readonly [start: number, end: number]
}

/** What a button of the toolbar does to a text whose characters from `start` to `end` are selected. */
export type TextCommand = (text: string, start: number, end: number) => TextEdit

/**
 * Makes the change as if it was typed, so that Ctrl+Z takes it back and the field hears of it. HAZARD: a syllable that is still being composed would be lost;
 * leaving the field ends it.
 */
export function applyEdit(area: HTMLTextAreaElement, { from, to, text, select }: TextEdit): void {
  area.blur()
  area.focus()
  area.setSelectionRange(from, to)
  // Deprecated and without a successor: nothing else goes into a text field's own history.
  const isTyped =
    text === '' && from === to ? true : document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  if (!isTyped) {
    area.setRangeText(text, from, to)
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  area.setSelectionRange(...select)
}

/** What is selected with `mark` at both ends; taken off where it is there already. Without a selection `sample` stands between, selected. */
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

/** Every selected line, a line being what the cursor stands in, with `prefix` before it, in place of another sign of `signs`; taken off where all have it. */
export function startLinesWith(prefix: string | ((place: number) => string), signs: RegExp): TextCommand {
  const prefixOf = typeof prefix === 'string' ? () => prefix : prefix
  return changeLines((lines) => {
    const filled = lines.filter((line) => line.trim() !== '' || lines.length === 1)
    const hasAll = filled.every((line, place) => line.startsWith(prefixOf(place)))
    let place = -1
    return lines.map((line) => {
      if (line.trim() === '' && lines.length > 1) return line
      place += 1
      const bare = line.replace(signs, '')
      return hasAll ? bare : prefixOf(place) + bare
    })
  })
}

/** Changes the selected lines as a whole. `before`: the lines above them. Behind one changed line the cursor stays where it was in its words. */
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

/** A piece of text where the cursor is, `selected` of it selected; on lines of its own when `isBlock`. */
export function insertText(piece: string, { selected = '', isBlock = false } = {}): TextCommand {
  return (text, start, end) => {
    const lead = isBlock && start > 0 ? '\n'.repeat(2 - trailingBreaks(text.slice(0, start))) : ''
    const trail = isBlock ? '\n' : ''
    const at = start + lead.length + (selected === '' ? piece.length : Math.max(0, piece.indexOf(selected)))
    return { from: start, to: end, text: `${lead}${piece}${trail}`, select: [at, at + selected.length] }
  }
}

/** At most two are counted. */
function trailingBreaks(text: string): number {
  return text.endsWith('\n\n') ? 2 : Number(text.endsWith('\n'))
}
