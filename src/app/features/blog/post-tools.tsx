import { Bold, Heading2, Italic, Link2, List, ListOrdered, Quote, Table } from 'lucide-react'
import { insertText, startLinesWith, wrapWith, type TextCommand } from '#app/ui/text-editing/text-edit.ts'
import type { TextTool } from '#app/ui/text-editing/text-toolbar.tsx'
import { pictureWords } from '#contract/blog.ts'
import { datedLine } from '#domain/dated-line.ts'

const icon = { size: 16, strokeWidth: 1.5 } as const

/** What a line may begin with: it takes the place of another such sign. A date is none. */
const signs = new RegExp(`^(?:[-*] |(?!${datedLine.source.slice(1)})\\d+\\. |> |#{1,4} )`)

/** What the toolbar over a post does to its Markdown. */
export const postTools: readonly TextTool[] = [
  { label: '굵게', icon: <Bold {...icon} />, run: wrapWith('**', '굵은 글'), code: 'KeyB' },
  { label: '기울임', icon: <Italic {...icon} />, run: wrapWith('*', '기울인 글'), code: 'KeyI' },
  { label: '소제목', icon: <Heading2 {...icon} />, run: startLinesWith('## ', signs) },
  { label: '목록', icon: <List {...icon} />, run: startLinesWith('- ', signs) },
  {
    label: '번호 목록',
    icon: <ListOrdered {...icon} />,
    run: startLinesWith((place) => `${place + 1}. `, signs),
  },
  { label: '인용', icon: <Quote {...icon} />, run: startLinesWith('> ', signs) },
  { label: '링크', icon: <Link2 {...icon} />, run: link, code: 'KeyK' },
  {
    label: '표',
    icon: <Table {...icon} />,
    run: insertText('| 구분 | 내용 |\n| --- | --- |\n|  |  |', { selected: '구분', isBlock: true }),
  },
]

/** A picture on lines of its own, with what it shows selected to be typed. */
export function pictureAt(url: string): TextCommand {
  return insertText(`![${pictureWords}](${url})`, { selected: pictureWords, isBlock: true })
}

/** The selected words lead somewhere, the address selected to be typed; a selected address is led to. */
function link(text: string, start: number, end: number): ReturnType<TextCommand> {
  const words = text.slice(start, end)
  const isAddress = /^(?:https?:\/\/|\/)\S+$/.test(words)
  const [shown, address] = isAddress ? ['링크 글', words] : [words || '링크 글', 'https://']
  const from = isAddress || words === '' ? start + 1 : start + shown.length + 3
  const selected = isAddress || words === '' ? shown : address
  return { from: start, to: end, text: `[${shown}](${address})`, select: [from, from + selected.length] }
}
