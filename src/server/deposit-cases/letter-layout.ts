import type { PdfDocument, PdfFlowBlock } from '../documents/pdf/pdf-document.ts'
import type { Letter } from './letter-save.ts'

/** An official letter 공문 on A4 (research/domain.md §2.3): letterhead, addressing, text, the property it is about, signature, and the office's notes at the foot. */
export function letterDocument(letter: Letter): PdfDocument {
  const { office } = letter
  return {
    title: letter.title,
    author: office.name,
    createdAt: letter.inserted_at,
    pageLine: letter.document_number,
    blocks: [
      { kind: 'line', text: office.name, size: 20, isBold: true, align: 'center' },
      {
        ...{ kind: 'line', size: 9, align: 'center' },
        text: `${office.address} / 전화 ${office.telephone} / 담당 ${letter.user_name}`,
      },
      { kind: 'space', height: 5 },
      { kind: 'rule', thickness: 1.8 },
      { kind: 'space', height: 12 },
      {
        ...{ kind: 'fields', size: 11 },
        rows: [
          { label: '문서번호', value: letter.document_number },
          { label: '시행일자', value: printedDay(letter.issued_on) },
          { label: '수신', value: letter.recipient },
          { label: '참조', value: letter.reference },
          { label: '제목', value: letter.title, isBold: true },
        ],
      },
      { kind: 'space', height: 4 },
      { kind: 'rule', thickness: 0.6 },
      { kind: 'space', height: 14 },
      { kind: 'prose', text: letter.content, size: 11 },
      { kind: 'space', height: 10 },
      {
        ...{ kind: 'table', size: 10.5 },
        columns: [
          { header: '소유자', share: 0.28 },
          { header: '부동산의 표시', share: 0.72 },
        ],
        rows: [[letter.owner_name, letter.address]],
      },
      { kind: 'space', height: 10 },
      // An official letter says where it ends.
      ...(/끝\.\s*$/.test(letter.content) ? [] : [{ kind: 'line', text: '끝.', size: 11 } as const]),
      { kind: 'foot', above: signature(letter), blocks: foot(letter) },
    ],
  }
}

function signature({ office }: Letter): PdfFlowBlock[] {
  return [
    { kind: 'space', height: 36 },
    { kind: 'line', text: office.name, size: 13, align: 'center' },
    { kind: 'space', height: 4 },
    { kind: 'line', text: `${office.scrivener}   (직인)`, size: 18, isBold: true, align: 'center' },
    { kind: 'space', height: 16 },
  ]
}

function foot(letter: Letter): PdfFlowBlock[] {
  const { office, document_number } = letter
  const issued = `${office.letterMark}-${String(letter.number).padStart(4, '0')} (${printedDay(letter.issued_on)})`
  const line = (text: string) => ({ kind: 'line', size: 8.5, text }) as const
  return [
    { kind: 'rule', thickness: 0.6 },
    { kind: 'space', height: 5 },
    line(`기안자 ${letter.user_name}        검토자                        결재 ${office.scrivener}`),
    line(`시행 ${issued}        접수 -                        (                    )`),
    line(`${office.address} / 전화 ${office.telephone} / 문서번호 ${document_number} / 비공개`),
  ]
}

/** 2026. 11. 20. */
function printedDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}. ${month}. ${date}.`
}
