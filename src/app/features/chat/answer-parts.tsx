import { Fragment, type ReactNode, useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { splitTelephones } from '#app/ui/display/contact-link.ts'
import { stickyHead, stickyName } from '#app/ui/display/sticky-names.ts'
import type { AnswerCell, AnswerPart, ChangePart, SiteLink, TablePart } from '#contract/chat/answer.ts'
import { formatNumber } from '#contract/text/format-number.ts'

/** A JSON value as nested lists for visitors, built from native `details` elements. */
function PlainJson({ value, depth = 0 }: { value: object; depth?: number }) {
  return (
    <ul className={`min-w-0 break-words ${depth > 0 ? 'border-l pl-3' : ''}`}>
      {Object.entries(value).map(([key, inner]: [string, unknown]) => (
        <li key={key}>
          {typeof inner === 'object' && inner !== null && depth < maxDepth ? (
            <details open={depth === 0}>
              <summary className="cursor-pointer text-ink-2">{key}</summary>
              <PlainJson value={inner} depth={depth + 1} />
            </details>
          ) : (
            <>
              <span className="text-ink-2">{key}: </span>
              {typeof inner === 'object' && inner !== null ? '…' : JSON.stringify(inner)}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Deeper levels are omitted. */
const maxDepth = 20

/**
 * Renderers that only the staff screen has: for a proposed change and its undo, and for a text that
 * is one JSON value (drawn as a tree).
 */
export interface StaffRenderers {
  change(change: ChangePart): ReactNode
  /** The change applied last, to be undone. */
  undo(): ReactNode
  json(value: object): ReactNode
}

interface PartProps {
  /** Suggestions are shown only at the end of the conversation. */
  isLast: boolean
  onAsk(question: string): void
  renderers?: StaffRenderers
}

/**
 * The parts of an answer, complete or while streaming. Links are plain anchors, which the app shell
 * routes.
 */
export function AnswerParts({ parts, ...rest }: { parts: readonly AnswerPart[] } & PartProps) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {parts.map((part, index) => (
        <AnswerPartView key={index} part={part} {...rest} />
      ))}
    </div>
  )
}

function AnswerPartView({ part, isLast, onAsk, renderers }: { part: AnswerPart } & PartProps) {
  if (part.kind === 'text') {
    const value = parseJsonObject(part.text)
    if (!value) return <AnswerText text={part.text} linksTelephones />
    return renderers ? renderers.json(value) : <PlainJson value={value} />
  }
  if (part.kind === 'table') return <AnswerTable table={part} renderers={renderers} />
  if (part.kind === 'change') return renderers?.change(part) ?? null
  if (part.kind === 'undo') return renderers?.undo() ?? null
  if (part.kind === 'sources') {
    return (
      // No landmark: every answer has one of the same name.
      <div className="border-t pt-2">
        <p aria-hidden className="text-label text-ink-3">
          {part.title}
        </p>
        <ul aria-label={part.title}>
          {part.links.map(({ href, label }) => (
            <li key={href + label}>
              <a href={href} className="inline-block py-1 underline underline-offset-4 coarse:py-2.5">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    )
  }
  if (!isLast) return null
  return <Suggestions questions={part.questions} onAsk={onAsk} />
}

/** Suggested questions as buttons. */
export function Suggestions({ questions, onAsk }: { questions: readonly string[]; onAsk(question: string): void }) {
  return (
    <ul aria-label="물어볼 만한 질문" className="flex flex-col items-start gap-2">
      {questions.map((question) => (
        <li key={question}>
          <Button
            className="h-auto! min-h-8 py-1 text-left whitespace-normal! coarse:min-h-11"
            onClick={() => onAsk(question)}
          >
            {question}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** The object or list if the whole text is JSON; null for anything else. */
function parseJsonObject(text: string): object | null {
  if (!/^\s*[[{]/.test(text)) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/**
 * Text of a bubble with `**…**` in bold and its line breaks. Uses text nodes only, so that nothing
 * in a post or question becomes markup.
 */
export function AnswerText({ text, linksTelephones = false }: { text: string; linksTelephones?: boolean }) {
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      {text.split('**').map((piece, index) => {
        const content = linksTelephones ? <TextWithTelephones text={piece} /> : piece
        return index % 2 === 1 ? <strong key={index}>{content}</strong> : <Fragment key={index}>{content}</Fragment>
      })}
    </p>
  )
}

/** A text whose telephone numbers are links that call them. */
export function TextWithTelephones({ text }: { text: string }) {
  return splitTelephones(text).map((piece, index) =>
    index % 2 === 1 ? (
      <a
        key={index}
        href={`tel:${piece}`}
        className="tabular whitespace-nowrap underline underline-offset-4 coarse:py-2.5"
      >
        {piece}
      </a>
    ) : (
      piece
    ),
  )
}

type ColumnKind = TablePart['columns'][number]['kind']

/**
 * A table of figures: text left, amounts right, dates centered, totals at the bottom, and a link to
 * the same filter. On a phone each row of a wide table is a card of labelled values.
 */
function AnswerTable({ table, renderers }: { table: TablePart; renderers: StaffRenderers | undefined }) {
  const { title, columns, rows, rowLinks, total, count, link } = table
  const isWide = columns.length > maxPhoneColumns
  const [chosen, setChosen] = useState<number | null>(null)
  const rowChanges = renderers ? table.rowChanges : undefined
  const change = chosen === null ? null : rowChanges?.[chosen]
  return (
    <figure className="min-w-0">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pb-1.5">
        <span className="font-semibold">{title}</span>
        {rows.length < count ? (
          <span className="tabular text-label text-ink-2">
            {formatNumber(count)}건 중 {formatNumber(rows.length)}건
          </span>
        ) : null}
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table that scrolls must be reachable with the keyboard (axe: scrollable-region-focusable) */}
      <div tabIndex={0} role="group" aria-label={`${title} 표`} className="overflow-x-auto border-y">
        <table className={`tabular w-full text-table ${isWide ? 'max-sm:block' : ''}`}>
          <thead className={`bg-paper-sunk text-label ${isWide ? 'max-sm:sr-only' : ''}`}>
            <tr>
              {columns.map(({ label, kind }, index) => (
                <th
                  key={label}
                  scope="col"

                  className={`h-8 px-2.5 font-semibold whitespace-nowrap ${alignClasses[kind]} ${index === 0 ? stickyHead : ''}`}
                >
                  {label}
                </th>
              ))}
              {rowChanges ? (
                <th scope="col" className="h-8 px-2.5 font-semibold whitespace-nowrap">
                  변경
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody className={isWide ? 'max-sm:block' : ''}>
            {rows.map((cells, row) => (
              <AnswerTableRow key={row} table={table} cells={cells} link={rowLinks?.[row]} isChosen={row === chosen}>
                {rowChanges ? (
                  <ChoiceCell
                    name={nameChoice(rowChanges[row], cells)}
                    isOffered={rowChanges[row] != null}
                    isChosen={row === chosen}
                    onChoose={() => setChosen(row)}
                  />
                ) : null}
              </AnswerTableRow>
            ))}
          </tbody>
          {total ? (
            <tfoot className={`border-t-2 font-semibold ${isWide ? 'max-sm:block' : ''}`}>
              <AnswerTableRow table={table} cells={total} />
            </tfoot>
          ) : null}
        </table>
      </div>
      {link ? (
        <a
          href={link.href}
          className="mt-1.5 inline-flex min-h-8 items-center text-primary underline underline-offset-4 coarse:min-h-11"
        >
          {link.label}
        </a>
      ) : null}
      {change ? (
        <div key={chosen} ref={scrollToProposal} className="mt-2 scroll-mb-56">
          {renderers?.change(change)}
        </div>
      ) : null}
    </figure>
  )
}

/**
 * The proposal is below the table, often out of sight of the chosen row. Its scroll margin is the
 * height of the input box, which covers the end of the conversation.
 */
function scrollToProposal(proposal: HTMLElement | null): void {
  proposal?.scrollIntoView({ block: 'nearest' })
}

/** The record, with what tells it apart from others of its name. */
function nameChoice(change: ChangePart | null | undefined, [first]: readonly AnswerCell[]): string {
  return [change?.caption, change?.details ?? first].filter(Boolean).join(', ')
}

/** Chooses the row for a change that several records match. */
function ChoiceCell(props: { name: string; isOffered: boolean; isChosen: boolean; onChoose(): void }) {
  const { name, isOffered, isChosen, onChoose } = props
  return (
    <td className="h-8 px-2.5 whitespace-nowrap max-sm:h-auto max-sm:basis-full max-sm:px-0">
      {isOffered ? (
        <Button size="sm" aria-label={`${name} 선택`} aria-pressed={isChosen} onClick={onChoose}>
          {isChosen ? '✓ 선택함' : '선택'}
        </Button>
      ) : (
        <span className="text-label text-ink-2">이미 그 값</span>
      )}
    </td>
  )
}

function AnswerTableRow({
  table: { columns },
  cells,
  link,
  isChosen = false,
  children,
}: {
  table: TablePart
  cells: readonly AnswerCell[]
  link?: SiteLink | undefined
  isChosen?: boolean
  children?: ReactNode
}) {
  const isWide = columns.length > maxPhoneColumns
  return (
    <tr className={`border-t ${isWide ? cardClass : ''} ${isChosen ? chosenClass : ''}`}>
      {columns.map(({ label, kind }, index) => {
        const text = formatCell(cells[index] ?? null, kind)
        const isTitle = index === 0 && kind === 'text'
        return (
          <td
            key={label}

            className={`h-8 px-2.5 ${alignClasses[kind]} ${kind === 'text' ? (isLong(cells[index]) ? 'sm:min-w-60' : 'sm:whitespace-nowrap') : 'whitespace-nowrap'} ${index === 0 ? stickyName : ''} ${isWide ? (isTitle ? cardTitleClass : text === '' ? 'max-sm:hidden' : cardCellClass) : ''}`}
          >
            {isWide && !isTitle ? (
              <span aria-hidden className="mr-1.5 text-label font-normal text-ink-2 sm:hidden">
                {label}
              </span>
            ) : null}
            {link && index === 0 ? (
              <a
                href={link.href}
                className="text-primary underline underline-offset-4 max-sm:inline-flex max-sm:min-h-8 max-sm:items-center coarse:min-h-11 coarse:min-w-11 coarse:inline-flex coarse:items-center"
              >
                {text || link.label}
              </a>
            ) : kind === 'text' ? (
              <TextWithTelephones text={text} />
            ) : (
              text
            )}
          </td>
        )
      })}
      {children}
    </tr>
  )
}

/** The first cell has a background of its own, because it stays in view while a table scrolls. */
const chosenClass = 'bg-paper-sunk font-semibold outline-2 -outline-offset-2 outline-primary *:bg-paper-sunk!'

/** More columns than these are off the edge of a phone. */
const maxPhoneColumns = 3
const cardClass = 'max-sm:flex max-sm:flex-wrap max-sm:gap-x-4 max-sm:gap-y-1 max-sm:px-2.5 max-sm:py-2.5'
const cardTitleClass = 'max-sm:static max-sm:h-auto max-sm:basis-full max-sm:px-0 max-sm:font-semibold'
const cardCellClass = 'max-sm:static max-sm:h-auto max-sm:px-0 max-sm:text-left'

/** Long cells wrap; shorter ones stay on one line and the table scrolls. */
function isLong(cell: AnswerCell | undefined): boolean {
  return typeof cell === 'string' && cell.length > 24
}

const alignClasses: Record<ColumnKind, string> = {
  text: 'text-left',
  won: 'text-right',
  number: 'text-right',
  date: 'text-center',
}

/** Numbers with separators, dates as in lists. */
function formatCell(value: AnswerCell, kind: ColumnKind): string {
  if (value === null) return ''
  if (typeof value === 'number') return formatNumber(value, 10)
  return kind === 'date' ? value.replaceAll('-', '.') : value
}
