import { areaText } from '../compensation/survey-forms.ts'
import { type SurveyRow, surveyRows } from '../compensation/survey-rows.ts'
import { dayInWords } from '../filings/document-words.ts'
import type { FilledForm, MissingBox } from '../filings/filing.ts'
import { letterWon } from '../deposit-cases/letter-words.ts'
import { formatWon } from '../money/won.ts'
import { requiredBox } from './required-box.ts'
import type { OfficialPaper, PaperSource } from './paper-source.ts'

const defaultPapers =
  '인감증명서(부동산 매도용) 1통, 주민등록표 초본 1통, 등기필증(등기필정보), 통장 사본, 신분증\n(법인은 법인인감증명서, 법인등기사항증명서, 사업자등록증 사본)'

/** 보상협의요청서 (토지보상법 제16조, 시행령 제8조 제1항), one sheet per owner, because each receives one. */
export function consultationOf(source: PaperSource): OfficialPaper {
  const { details, developer, owners } = source
  const rows = surveyRows(source)
  const names = owners.length > 0 ? owners.map(({ name }) => name) : [source.address.owner_name?.trim() ?? '']
  return {
    forms: names.map((name, at) => sheetFor(source, rows, { name, address: owners[at]?.address ?? '', at })),
    missing: [
      ...requiredBox('수신', names.join('').trim(), '소유자를 입력해 주세요.'),
      ...owners.flatMap(({ name, address }) => requiredBox('주소', address, `${name}의 주소를 입력해 주세요.`)),
      ...requiredBox('공익사업의 명칭', source.project, '사업구간을 입력해 주세요.'),
      ...missingPeriod(details),
      ...requiredBox('협의장소', details.consultation_place),
      ...requiredBox('협의방법', details.consultation_method),
      ...requiredBox('보상의 시기', details.payment_time),
      ...(rows.length === 0 ? [{ box: '보상금액', words: '토지와 건물 정보가 없습니다.' }] : []),
      ...rows.flatMap(({ lot, missing }) => missing.map((words) => ({ box: '보상금액', words: `${lot} : ${words}` }))),
      ...requiredBox('사업시행자', developer?.name, '사업구간에 담당자와 회사를 입력해 주세요.'),
    ],
  }
}

function sheetFor(
  { address, project, developer, manager, details, today }: PaperSource,
  rows: readonly SurveyRow[],
  to: { name: string; address: string; at: number },
): FilledForm {
  const own = rows.map((row) => row.owners[to.at]?.amount ?? null)
  const total = own.reduce<number>((sum, won) => sum + (won ?? 0), 0)
  const isWhole = own.length > 0 && own.every((won) => won !== null)
  return {
    form: 'consultation',
    texts: {
      name: to.name,
      address: to.address,
      project,
      property: address.jibun,
      period: `${dayOrBlank(details.consultation_from)}부터 ${dayOrBlank(details.consultation_to)}까지`,
      place: details.consultation_place ?? '',
      method: details.consultation_method ?? '',
      time: details.payment_time ?? '',
      procedure: '협의 성립 → 계약 체결 → 소유권이전등기 → 보상금 지급(소유자 명의 계좌 입금)',
      papers: details.required_papers || defaultPapers,
      total: isWhole ? letterWon(total) : '',
      contact: [developer?.name, manager?.department, manager?.name, manager?.position].filter(Boolean).join(' '),
      date: dayInWords(today),
      developer: developer?.name ?? '',
    },
    lists: {
      items: rows.map((row, at) => [
        row.district,
        row.lot,
        row.sort,
        areaText(row.kind === 'land' ? row.takenArea : row.area),
        formatWon(row.unitPrice),
        row.owners[to.at]?.share ?? '',
        formatWon(own[at] ?? null),
      ]),
    },
  }
}

function dayOrBlank(day: string | undefined): string {
  return dayInWords(day ?? null) || '        년    월    일'
}

function missingPeriod({ consultation_from, consultation_to }: PaperSource['details']): MissingBox[] {
  if (!consultation_from || !consultation_to)
    return [{ box: '협의기간', words: '협의기간을 입력해 주세요. 30일 이상이어야 합니다.' }]
  const days = (Date.parse(consultation_to) - Date.parse(consultation_from)) / 86_400_000 + 1
  if (days >= 30) return []
  return [
    {
      box: '협의기간',
      words: `협의기간이 ${days > 0 ? days : 0}일입니다. 특별한 사유가 없으면 30일 이상이어야 합니다.`,
    },
  ]
}
