import { partsOfType, type ApplicationPart } from '../applications/application-type.ts'
import { scrivenerOf } from '../office/office-words.ts'
import { formatWon } from '../money/won.ts'
import { amountInWords, dayInWords } from './document-words.ts'
import { enclosuresOf, sharedEnclosuresNote, untickedOf, type Enclosure } from './enclosures.ts'
import type { Filing, FilingSource, FilingSums, MissingBox } from './filing.ts'
import { wholeTax } from './filing-sums.ts'
import { filingBoxes } from './filing-boxes.ts'
import { filingKind, filingKindWords, type FilingKind } from './filing-kinds.ts'
import { filingSides, partyRows, type FilingSide } from './filing-sides.ts'
import { propertyText } from './property-text.ts'

/**
 * The applications 등기신청서 of one unit, one per part of its type, in legal order. Names of texts and
 * lists: `server/documents/forms/filing-form.ts`.
 */
export function filingsOf(source: FilingSource): Filing[] {
  const parts = partsOfType(source.application.application_type)
  return parts.map((part, at) => filingOf(source, part, at === 0))
}

function filingOf(source: FilingSource, part: ApplicationPart, isFirst: boolean): Filing {
  const kind = filingKind(part, source.application)
  const boxes = filingBoxes(source, part, kind)
  const { sides, missing: missingParties } = filingSides(source, kind)
  const property = propertyText(source)
  const enclosures = enclosuresOf(source, kind, sides)
  const sums = sumTexts(source.sums[part], kind)
  const bond = missingBond(source.sums[part], kind)
  const registry = source.group.office?.trim() ?? ''
  return {
    form: 'filing',
    part,
    texts: {
      title: boxes.title,
      cause: boxes.cause,
      purpose: boxes.purpose,
      property: property.text,
      ...dealTexts(source, kind),
      ...sums.texts,
      immovable_num: source.unit.immovable_num ?? '',
      title_holder: titleHolder(sides),
      enclosures_note: isFirst ? '' : sharedEnclosuresNote,
      date: dayInWords(source.application.regi_date),
      ...signatureTexts(source, sides),
      registry: registry === '' ? '귀중' : `${registry} 귀중`,
    },
    lists: {
      extras: boxes.extras,
      parties: sides.flatMap(rowsOf),
      enclosures: enclosures.map(enclosureRow),
    },
    missing: [
      ...boxes.missing,
      ...missingParties,
      ...property.missing,
      ...sums.missing,
      ...bond,
      ...missingOfUnit(source, registry),
      ...unticked(enclosures),
    ],
  }
}

/** One row per party, beginning with its side; an empty side keeps its box. */
function rowsOf({ label, parties }: FilingSide): string[][] {
  if (parties.length === 0) return [[label, '', '', '', '']]
  return partyRows(parties).map((row) => [label, ...row])
}

/** The report of a sale, below the property. */
function dealTexts({ application }: FilingSource, kind: FilingKind): Record<string, string> {
  if (kind !== 'transfer' || (application.cause ?? '매매').trim() !== '매매') return {}
  const { transaction_amount } = application
  return { deal: `거래신고관리번호 :\n거래가액 : ${amountInWords(transaction_amount)}` }
}

function sumTexts(sums: FilingSums | undefined, kind: FilingKind) {
  const { tax } = filingKindWords[kind]
  const first = sums?.[tax] ?? null
  const [education, rural] = [sums?.education_tax ?? null, sums?.rural_tax ?? null]
  const fee = sums?.filing_fee ?? null
  const total = sums ? wholeTax(sums, tax) : null
  const name = tax === 'acquisition_tax' ? '취득세' : '등록면허세'
  const missing: MissingBox[] = [
    ...(first === null
      ? [
          {
            box: name,
            words:
              total === null ? `${name}를 입력해 주세요.` : `${name}를 나누어 적어 주세요. 세액 합계만 인쇄합니다.`,
          },
        ]
      : []),
    ...(first !== null && education === null
      ? [
          {
            box: '지방교육세',
            words: `지방교육세를 확인해 주세요. 입력한 ${name}에 들어 있으면 ‘입력한 세액’에서 선택해 주세요.`,
          },
        ]
      : []),
    ...(first !== null && education !== null && total === null
      ? [{ box: '농어촌특별세', words: '농어촌특별세를 확인해 주세요. 주택은 전용면적을 입력하면 산출됩니다.' }]
      : []),
    ...(first !== null && total === null
      ? [{ box: '세액 합계', words: '확인되지 않은 세액이 있어 비워 둡니다.' }]
      : []),
    ...(fee === null ? [{ box: '등기신청수수료', words: '등기신청수수료를 확인해 주세요.' }] : []),
  ]
  const texts = {
    first_tax: amountInWords(first),
    education_tax: amountInWords(education),
    rural_tax: amountInWords(rural),
    tax_total: amountInWords(total),
    filing_fee: amountInWords(fee),
    standard_value: amountInWords(sums?.standard_value ?? null),
    bond: amountInWords(sums?.bond ?? null),
  }
  return { texts, missing }
}

/** Bonds are bought for transfers of ownership; not every address shows which rates apply. */
function missingBond(sums: FilingSums | undefined, kind: FilingKind): MissingBox[] {
  const isAsked = (kind === 'transfer' || kind === 'inheritance') && (sums?.standard_value ?? null) !== null
  if (!isAsked || (sums?.bond ?? null) !== null) return []
  return [
    {
      box: '국민주택채권매입금액',
      words: '채권 매입 지역을 선택해 주세요. 주소로는 특별시·광역시인지 알 수 없습니다.',
    },
  ]
}

/** The obligor, whose 등기필정보 is submitted. A party that files alone submits none. */
function titleHolder(sides: readonly FilingSide[]): string {
  if (sides.length < 2) return ''
  return sides[0]?.parties.map(({ name }) => name).join(', ') ?? ''
}

function signatureTexts({ office }: FilingSource, sides: readonly FilingSide[]): Record<string, string> {
  const names = sides.map(({ label, parties }) => {
    const role = label.replace(/\n.*/, '')
    const [first] = parties
    const who = first === undefined ? '' : parties.length > 1 ? `${first.name} 외 ${parties.length - 1}명` : first.name
    return `위 ${role}  ${who}`
  })
  return {
    applicants: names.map((name) => `${name}        ㊞  (전화 :                    )`).join('\n'),
    agent: `(또는) 위 대리인  ${scrivenerOf(office)}        ㊞  (전화 : ${office.telephone})`,
    agent_address: office.address,
  }
}

function enclosureRow([name, copies]: Enclosure): [string, string] {
  return [`· ${name}`, copies === null ? '     통' : `${formatWon(copies)} 통`]
}

function unticked(enclosures: readonly Enclosure[]): MissingBox[] {
  const names = untickedOf(enclosures)
  return names.length === 0 ? [] : [{ box: '첨부서면', words: `아직 확인하지 않은 서류: ${names.join(', ')}` }]
}

function missingOfUnit({ unit }: FilingSource, registry: string): MissingBox[] {
  return [
    ...(unit.immovable_num?.trim() ? [] : [{ box: '부동산고유번호', words: '부동산고유번호를 입력해 주세요.' }]),
    ...(registry === '' ? [{ box: '등기소', words: '사업구간에 관할등기소를 입력해 주세요.' }] : []),
  ]
}
