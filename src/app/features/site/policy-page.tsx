import type { ReactNode } from 'react'
import { PageContents, PageLayout } from '#app/ui/display/page-layout.tsx'
import { useOffice } from '#app/ui/office/office-profile.ts'
import type { Office } from '#domain/office/office-texts.ts'
import { PageOpening, Signature, TextColumn } from './page-parts.tsx'

interface PolicyPageProps {
  title: string
  /** Numbering of articles: 제1조 in the terms, 1. elsewhere. */
  numbering: 'articles' | 'numbers'
  sections: readonly PolicySection[]
  children: ReactNode
}

/**
 * A policy as an official document: its articles with a table of contents, the effective date, and
 * the seal.
 */
export function PolicyPage({ title, numbering, sections, children }: PolicyPageProps) {
  const formatNumbering = (index: number) => (numbering === 'articles' ? `제${String(index)}조` : `${String(index)}.`)
  const entries = sections.map((section, index) => ({
    id: buildArticleId(index),
    title: section.title,
    mark: formatNumbering(index + 1),
  }))
  return (
    <>
      <PageOpening title={title}>{children}</PageOpening>
      <TextColumn>
        <div className="py-10 sm:py-14">
          <PageLayout variant="sidebar" sidebar={<PageContents entries={entries} />}>
            <p className="text-ink-3">
              시행일 <time dateTime={policyEffectiveFrom}>2025년 5월 1일</time>
            </p>
            {sections.map((section, index) => (
              <section key={section.title} aria-labelledby={buildArticleId(index)} className="mt-9 first-of-type:mt-4">
                <h2 id={buildArticleId(index)} className="scroll-mt-6 text-title font-semibold">
                  <span className="tabular mr-2 font-serif text-danger">{formatNumbering(index + 1)}</span>
                  {section.title}
                </h2>
                <SectionBody section={section} />
              </section>
            ))}
            <div className="mt-14 border-t pt-8">
              <Signature />
            </div>
          </PageLayout>
        </div>
      </TextColumn>
    </>
  )
}

function buildArticleId(index: number): string {
  return `article-${String(index + 1)}`
}

function SectionBody({ section }: { section: PolicySection }) {
  const office = useOffice()
  const paragraphs = section.paragraphs.map((text) => (typeof text === 'string' ? text : text(office)))
  return (
    <>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="measure mt-3 text-lead text-ink-2">
          {paragraph}
        </p>
      ))}
      {section.table ? <Table table={section.table} /> : null}
      {section.items ? (
        <ol className="measure mt-3 list-decimal space-y-1.5 pl-6 text-lead text-ink-2 marker:text-ink-3">
          {section.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ol>
      ) : null}
    </>
  )
}

/** Stacked on a phone, each cell with its column's name, so that nothing scrolls sideways. */
function Table({ table }: { table: PolicyTable }) {
  return (
    <table className="mt-5 w-full border-t-2 border-ink text-left max-sm:block">
      <caption className="sr-only">{table.caption}</caption>
      <thead className="bg-paper-sunk max-sm:sr-only">
        <tr>
          {table.columns.map((column) => (
            <th key={column} scope="col" className="px-3 py-2 text-label font-semibold">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {table.rows.map((row) => (
          <tr key={row[0]} className="break-inside-avoid border-b align-top max-sm:block max-sm:py-3">
            {row.map((cell, index) => (
              <td
                key={cell}
                className={`px-3 py-3 leading-6 max-sm:block max-sm:px-0 max-sm:py-1 ${index === 0 ? 'font-semibold sm:w-[28%]' : 'text-ink-2'}`}
              >
                {index === 0 ? null : (
                  <span className="block text-label text-ink-3 sm:hidden">{table.columns[index]}</span>
                )}
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A table of two or three columns within a policy. */
interface PolicyTable {
  caption: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** One article of a policy: paragraphs, then a table or a numbered list. */
export interface PolicySection {
  title: string
  /** Functions insert the office's details. */
  paragraphs: readonly (string | ((office: Office) => string))[]
  table?: PolicyTable
  items?: readonly string[]
}

/** Effective date of both policies; changes need seven days' notice. */
const policyEffectiveFrom = '2025-05-01'
