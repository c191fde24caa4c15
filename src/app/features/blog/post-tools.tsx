import { Bold, Heading2, Italic, Link2, List, ListOrdered, Quote, Table } from 'lucide-react'
import {
  insertText,
  startLinesWith,
  type TextCommand,
  type TextEdit,
  wrapWith,
} from '#app/ui/text-editing/text-edit.ts'
import type { TextTool } from '#app/ui/text-editing/text-toolbar.tsx'
import { pictureAltPlaceholder } from '#contract/blog/blog.ts'
import { datedLine } from '#domain/dates/office-date.ts'

const icon = { size: 16, strokeWidth: 1.5 } as const

/**
 * Markdown prefixes that a tool replaces with its own. A date such as 2026. 11. 28. is not a list
 * number.
 */
const linePrefix = new RegExp(`^(?:[-*] |(?!${datedLine.source.slice(1)})\\d+\\. |> |#{1,4} )`)

/** Toolbar commands on the Markdown of a post. */
export const postTools: readonly TextTool[] = [
  { label: '굵게', icon: <Bold {...icon} />, run: wrapWith('**', '굵은 글'), code: 'KeyB' },
  { label: '기울임', icon: <Italic {...icon} />, run: wrapWith('*', '기울인 글'), code: 'KeyI' },
  {
    label: '소제목',
    icon: <Heading2 {...icon} />,
    run: startLinesWith('## ', linePrefix),
    code: 'Digit2',
    modifier: 'Alt',
  },
  { label: '목록', icon: <List {...icon} />, run: startLinesWith('- ', linePrefix), code: 'Digit8', modifier: 'Shift' },
  {
    label: '번호 목록',
    icon: <ListOrdered {...icon} />,
    run: startLinesWith((index) => `${index + 1}. `, linePrefix),
    code: 'Digit7',
    modifier: 'Shift',
  },
  { label: '인용', icon: <Quote {...icon} />, run: startLinesWith('> ', linePrefix) },
  { label: '링크', icon: <Link2 {...icon} />, run: insertLink, code: 'KeyK' },
  {
    label: '표',
    icon: <Table {...icon} />,
    run: insertText('| 구분 | 내용 |\n| --- | --- |\n|  |  |', { selected: '구분', isBlock: true }),
  },
]

/** Inserts a picture on its own lines and selects its alt text for typing. */
export function insertPicture(url: string): TextCommand {
  const insert = insertText(`![${pictureAltPlaceholder}](${url})`, { selected: pictureAltPlaceholder, isBlock: true })
  return (text, start, end) => {
    if (!/!\[[^\]\n]*$/.test(text.slice(0, end))) return insert(text, start, end)
    // The previous picture's alt text may still be selected, so the next picture goes below its
    // line.
    const newline = text.indexOf('\n', end)
    const below = newline < 0 ? text.length : newline
    return insert(text, below, below)
  }
}

/**
 * Enter in a list or quotation: continues it, or ends it on an empty line. Null for other lines.
 */
export function continueList(text: string, start: number, end: number): TextEdit | null {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const line = text.slice(from, start)
  const prefix = line.startsWith('#') ? undefined : linePrefix.exec(line)?.[0]
  if (prefix === undefined) return null
  if (line === prefix) return { from, to: end, text: '', select: [from, from] }
  const next = `\n${prefix.replace(/\d+/, (number) => String(Number(number) + 1))}`
  return { from: start, to: end, text: next, select: [start + next.length, start + next.length] }
}

/** Makes the selection a link and selects the URL for typing; a selected URL becomes the target. */
function insertLink(text: string, start: number, end: number): ReturnType<TextCommand> {
  const linkText = text.slice(start, end)
  const isUrl = /^(?:https?:\/\/|\/)\S+$/.test(linkText)
  const [label, url] = isUrl ? ['링크 글', linkText] : [linkText || '링크 글', 'https://']
  const from = isUrl || linkText === '' ? start + 1 : start + label.length + 3
  const selected = isUrl || linkText === '' ? label : url
  return { from: start, to: end, text: `[${label}](${url})`, select: [from, from + selected.length] }
}
