import type { LetterCase, LetterColumn, OfficialLetter } from '#contract/deposit-cases/deposit-cases.ts'
import { problem } from '#contract/problem.ts'
import { formatLetterDay, toOfficeDay } from '#domain/dates/office-date.ts'
import { endMark, splitLetter } from '#domain/deposit-cases/letter-text.ts'
import type { Deps } from '#server/deps.ts'
import { readLetterOffice } from '#server/documents/letter-office.ts'
import type { PdfDocument, PdfFlowBlock, PdfStamp } from '#server/documents/pdf/pdf-document.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { Letter, LetterOffice } from '#server/schema/tables/official-letter.ts'
import { refuseEmptyLetter, resolveLetterContent } from './letter-save.ts'

/**
 * Layout of an official letter 공문 on A4: letterhead, addressees, text with an optional table of
 * owner and property, enclosures, `끝.`, signature with the office's stamp, and the footer.
 * `stampPicture`: image of the stamp, if the office has one.
 */
export function layoutLetter(letter: PrintedLetter, stampPicture: Uint8Array | null = null): PdfDocument {
  return {
    title: letter.title,
    author: letter.office.name,
    createdAt: letter.inserted_at,
    pageLine: letter.document_number,
    blocks: [
      ...layoutLetterhead(letter),
      ...layoutText(letter),
      { kind: 'foot', above: layoutSignature(letter, stampPicture), blocks: layoutFooter(letter) },
    ],
  }
}

/** A saved letter, or a preview without a number. */
type PrintedLetter = Omit<
  Letter,
  | 'id'
  | 'year'
  | 'deposition'
  | 'address_id'
  | 'user_id'
  | 'is_demo'
  | 'corrects'
  | 'business_section'
  | 'business_manager'
  | 'number'
> & { number: number | null }

/** `온결법무 2026-0001호`; a correction is `온결법무 2026-0001호 (정정 제2판)`. */
export function formatPrintedNumber({ document_number, version }: Pick<Letter, 'document_number' | 'version'>): string {
  return version === 1 ? document_number : `${document_number} (정정 제${version}판)`
}

function layoutLetterhead(letter: PrintedLetter): PdfFlowBlock[] {
  const { office } = letter
  return [
    { kind: 'line', text: office.name, size: 20, isBold: true, align: 'center' },
    {
      kind: 'line',
      size: 9,
      align: 'center',
      text: [...contactTexts(office), `담당 ${letter.user_name}`].join(' / '),
    },
    { kind: 'space', height: 5 },
    { kind: 'rule', thickness: 1.8 },
    { kind: 'space', height: 12 },
    {
      kind: 'fields',
      size: 11,
      rows: [
        { label: '문서번호', value: formatPrintedNumber(letter) },
        { label: '시행일자', value: formatLetterDay(letter.issued_on) },
        { label: '수신', value: letter.recipient },
        { label: '참조', value: letter.reference },
        { label: '제목', value: letter.title, isBold: true },
      ],
    },
    { kind: 'space', height: 4 },
    { kind: 'rule', thickness: 0.6 },
    { kind: 'space', height: 14 },
  ]
}

/** Contact details of the office; empty ones are left out. */
function contactTexts({ address, telephone, fax, email }: LetterOffice): string[] {
  return [address, `전화 ${telephone}`, ...(fax ? [`팩스 ${fax}`] : []), ...(email ? [email] : [])]
}

/**
 * `끝.` follows the last character of the text or the enclosures; below a table that ends the text
 * it is indented by one character.
 */
function layoutText({ content, owner_name, address, more_cases: more, table_columns }: PrintedLetter): PdfFlowBlock[] {
  const { above, below, enclosures } = splitLetter(content)
  const pieces: PdfFlowBlock[] = [
    ...toProse(above),
    ...(owner_name === '' && address === '' && more.length === 0
      ? []
      : [layoutPropertyTable([{ owner_name, address }, ...more], table_columns)]),
    ...toProse(below),
    ...toProse(enclosures),
  ]
  const last = pieces.at(-1)
  const blocks: PdfFlowBlock[] =
    last?.kind === 'prose'
      ? [...pieces.slice(0, -1), { ...last, end: endMark }]
      : [...pieces, { ...blank, end: endMark }]
  return blocks.flatMap((piece, index) => (index === 0 ? [piece] : [{ kind: 'space', height: 10 }, piece]))
}

const blank = { kind: 'prose', text: '', size: 11 } as const

function toProse(content: string): PdfFlowBlock[] {
  return content.trim() === '' ? [] : [{ kind: 'prose', text: content, size: 11 }]
}

/** Numbers the cases when there are several. */
function layoutPropertyTable(
  cases: readonly Pick<LetterCase, 'owner_name' | 'address'>[],
  more: readonly LetterColumn[],
): PdfFlowBlock {
  const isList = cases.length > 1
  const numberShare = isList ? (more.length > 0 ? 0.08 : 0.1) : 0
  const ownerShare = more.length > 1 ? 0.15 : isList ? 0.26 : 0.28
  const moreShare = more.length > 0 ? Math.min(0.2, 0.5 / more.length) : 0
  return {
    kind: 'table',
    size: more.length > 1 ? 9 : 10.5,
    columns: [
      ...(isList ? [{ header: '연번', share: numberShare }] : []),
      { header: '소유자', share: ownerShare },
      { header: '부동산의 표시', share: 1 - numberShare - ownerShare - moreShare * more.length },
      ...more.map(({ name }) => ({ header: name, share: moreShare })),
    ],
    rows: cases.map(({ owner_name, address }, index) => [
      ...(isList ? [String(index + 1)] : []),
      owner_name,
      address,
      ...more.map(({ texts }) => texts[index] ?? ''),
    ]),
  }
}

/** Letters saved before the office had a stamp picture keep an empty place for the stamp. */
function layoutSignature({ office }: PrintedLetter, picture: Uint8Array | null): PdfFlowBlock[] {
  const stamp: PdfStamp | undefined = picture ? { picture } : office.seal
  const name: PdfFlowBlock = stamp
    ? { kind: 'signature', text: office.scrivener, size: 18, stamp }
    : { kind: 'line', text: `${office.scrivener}   (직인)`, size: 18, isBold: true, align: 'center' }
  return [
    { kind: 'space', height: stamp ? 24 : 36 },
    { kind: 'line', text: office.name, size: 13, align: 'center' },
    { kind: 'space', height: stamp ? 0 : 4 },
    name,
    { kind: 'space', height: stamp ? 6 : 16 },
  ]
}

function layoutFooter(letter: PrintedLetter): PdfFlowBlock[] {
  const { office, number } = letter
  const issued =
    number === null
      ? ''
      : `${office.letterMark}-${String(number).padStart(4, '0')} (${formatLetterDay(letter.issued_on)})`
  const line = (words: string) => ({ kind: 'line', size: 8.5, text: words }) as const
  return [
    { kind: 'rule', thickness: 0.6 },
    { kind: 'space', height: 5 },
    line(`기안자 ${letter.user_name}        검토자                        결재 ${office.scrivener}`),
    line(`시행 ${issued}        접수 -                        (                    )`),
    line([...contactTexts(office), `문서번호 ${formatPrintedNumber(letter)}`, '비공개'].join(' / ')),
  ]
}

/**
 * The letter as it would be printed if saved now. In place of the number it says that there is none
 * yet.
 */
export async function previewLetter(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  input: OfficialLetter,
  writer: { name: string },
): Promise<PrintedLetter> {
  refuseEmptyLetter(input)
  const corrected = input.corrects
    ? await db.selectFrom('official_letter').selectAll().where('id', '=', input.corrects).executeTakeFirst()
    : null
  if (corrected === undefined) throw new HttpProblem(problem('refused', { message: '정정할 공문을 찾을 수 없습니다.' }))
  const issuedAt = now()
  const office = await readLetterOffice(db)
  const { title, content, recipient, reference, owner_name, address, more_cases, table_columns } =
    await resolveLetterContent(db, input, corrected)
  return {
    title,
    content,
    recipient,
    reference,
    owner_name,
    address,
    more_cases,
    table_columns,
    user_name: writer.name,
    office,
    inserted_at: issuedAt.toISOString(),
    issued_on: toOfficeDay(issuedAt.getTime()),
    document_number: corrected?.document_number ?? `${office.letterMark} (저장할 때 부여)`,
    number: corrected?.number ?? null,
    version: (corrected?.version ?? 0) + 1,
  }
}
