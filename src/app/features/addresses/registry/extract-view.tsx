import { type ReactNode, useId } from 'react'
import type { RegisteredEntry, RegistryExtract } from '#contract/registry/extract.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { formatWon } from '#domain/money/won.ts'

/**
 * An extract laid out like the paper: head, 표제부, 갑구, 을구. Struck entries stay readable and are
 * marked.
 */
export function ExtractView({ extract }: { extract: RegistryExtract }) {
  const { description, num, kind, ownership, rights } = extract
  return (
    <article aria-label="등기사항전부증명서" className="@container flex flex-col gap-4">
      <header>
        <p className="text-center text-lead font-semibold">등기사항전부증명서(말소사항 포함)</p>
        <p className="text-center font-semibold">- {kindLabels[kind]} -</p>
        {num === '' ? null : <p className="tabular text-right text-ink-2">고유번호 {num}</p>}
        <p className="font-semibold break-words">
          [{kindLabels[kind]}] {description.address}
        </p>
      </header>
      <ExtractSection title="표제부" note={`${kind === 'land' ? '토지' : '건물'}의 표시`}>
        <Description extract={extract} />
      </ExtractSection>
      <ExtractSection title="갑구" note="소유권에 관한 사항">
        <Entries entries={ownership} label="갑구" />
      </ExtractSection>
      <ExtractSection title="을구" note="소유권 이외의 권리에 관한 사항">
        <Entries entries={rights} label="을구" />
      </ExtractSection>
    </article>
  )
}

const kindLabels = { collective_building: '집합건물', land: '토지', building: '건물' }

function ExtractSection({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 border border-rule-strong">
      <h3 id={id} className="border-b border-rule-strong bg-paper-sunk px-2 py-1 text-center font-semibold">
        【 {title} 】 <span className="text-label font-normal text-ink-2">( {note} )</span>
      </h3>
      {children}
    </section>
  )
}

function Description({ extract: { description, kind } }: { extract: RegistryExtract }) {
  const { address, land_kind, area, details } = description
  const shownDetails = [
    [kind === 'land' ? '소재지번' : '소재지번 및 건물번호', address],
    ['지목', land_kind],
    ['면적', area === null ? '' : `${formatNumber(area, 4)}㎡`],
    [kind === 'land' ? '기타사항' : '건물내역', details.join('\n')],
  ].filter(([, text]) => text !== '')
  return (
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)]">
      {shownDetails.map(([label, text]) => (
        <div key={label} className="col-span-full grid grid-cols-subgrid border-b last:border-b-0">
          <dt className="border-r bg-paper-sunk px-2 py-1 text-label text-ink-2">{label}</dt>
          <dd className="tabular px-2 py-1 break-words whitespace-pre-line">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * Five columns if there is room, as on paper. In a panel 접수 and 등기원인 are below 등기목적, so that
 * nothing scrolls sideways.
 */
const rowClass =
  'grid grid-cols-[2.75rem_minmax(0,5fr)_minmax(0,7fr)] @min-[36rem]:grid-cols-[3rem_minmax(0,4fr)_6.5rem_minmax(0,4fr)_minmax(0,8fr)] border-b last:border-b-0'
const columns = [
  { head: '순위', className: 'col-start-1 row-span-3 text-center @min-[36rem]:row-span-1' },
  { head: '등기목적', className: 'col-start-2 border-l' },
  {
    head: '접수',
    className:
      'tabular col-start-2 border-l @min-[36rem]:col-start-3 @min-[36rem]:row-start-1 @min-[36rem]:text-center',
  },
  { head: '등기원인', className: 'col-start-2 border-l @min-[36rem]:col-start-4 @min-[36rem]:row-start-1' },
  {
    head: '권리자 및 기타사항',
    className:
      'col-start-3 row-start-1 row-span-3 border-l @min-[36rem]:col-start-5 @min-[36rem]:row-span-1 break-words min-w-0',
  },
] as const

function Entries({ entries, label }: { entries: readonly RegisteredEntry[]; label: string }) {
  if (entries.length === 0) return <p className="px-2 py-1.5 text-center text-ink-2">기록사항 없음</p>
  return (
    <div role="table" aria-label={label}>
      <div role="row" className={`${rowClass} text-label text-ink-2`}>
        {columns.map(({ head, className }) => (
          <div key={head} role="columnheader" className={`px-2 py-0.5 text-center @min-[36rem]:py-1 ${className}`}>
            {head}
          </div>
        ))}
      </div>
      {entries.map((entry, index) => (
        <Entry key={index} entry={entry} />
      ))}
    </div>
  )
}

function Entry({ entry }: { entry: RegisteredEntry }) {
  const struck = entry.is_cancelled ? 'text-ink-3 line-through decoration-danger' : ''
  const texts = [
    <span key="rank" className="tabular">
      {entry.rank}
    </span>,
    <>
      {entry.purpose}
      {entry.is_cancelled ? <span className="sr-only"> (말소됨)</span> : null}
    </>,
    <>
      <span className="inline-block">{formatDay(entry.received_at)}</span>{' '}
      <span className="inline-block">{entry.receipt_num}</span>
    </>,
    entry.cause,
    <Holders key="holders" entry={entry} />,
  ]
  return (
    <div role="row" className={`${rowClass} grid-rows-[auto_auto_1fr] @min-[36rem]:grid-rows-1`}>
      {columns.map(({ head, className }, index) => (
        <div key={head} role="cell" className={`px-2 py-0.5 @min-[36rem]:py-1 ${className} ${struck}`}>
          {texts[index]}
        </div>
      ))}
    </div>
  )
}

function Holders({ entry: { claim_amount, parties } }: { entry: RegisteredEntry }) {
  return (
    <>
      {claim_amount === null ? null : <div className="tabular">채권최고액 금{formatWon(claim_amount)}원</div>}
      {parties.map(({ name, num_masked, address, share }, index) => (
        <div key={index}>
          {share === '' ? null : <div>{share}</div>}
          <span className="inline-block">{name}</span> <span className="tabular inline-block">{num_masked}</span>
          {address === '' ? null : <div className="text-label">{address}</div>}
        </div>
      ))}
    </>
  )
}
