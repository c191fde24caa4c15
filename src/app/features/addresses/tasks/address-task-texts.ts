import { josa } from 'es-hangul'
import { type AddressTaskName, type OfficialDocument, officialDocuments } from '#contract/addresses/address-tasks.ts'
import { formatNumber } from '#contract/text/format-number.ts'

/** Fills the count and the document name into a text of a task. */
export function fillTaskText(
  text: string,
  { addressIds, document }: { addressIds: readonly string[]; document: OfficialDocument | undefined },
): string {
  return withDocumentName(text, document).replace('{n}', formatNumber(addressIds.length))
}

/** What the task changes and produces, in Korean; shown in the confirmation. */
export function describeTaskEffects(name: AddressTaskName, document?: OfficialDocument): string {
  return [effectTexts[name], document === 'cost_claim' ? costClaimText : ''].filter((text) => text !== '').join(' ')
}

const costClaimText = '한 통마다 올해의 다음 문서번호를 매겨 공문으로도 보관합니다.'

const effectTexts: Readonly<Record<AddressTaskName, string>> = {
  issue: '등기부등본을 새로 발급해 주소마다 보관합니다. 이전 등본과 달라진 내용이 있으면 주소에 표시합니다.',
  download: '주소마다 가장 최근 등본을 PDF로 모아 ZIP 파일 하나로 내려받습니다. 기록은 바뀌지 않습니다.',
  refreshOwners:
    '등기부등본을 새로 발급해 보관하고 소유자를 확인합니다. 소유자가 비어 있으면 등본대로 기록하고, 지금 기록과 다르면 바꾸기 전에 주소에서 확인을 받습니다.',
  landSurvey:
    '토지의 소재지·지번·지목·면적·편입면적과 소유자·관계인을 토지조서로 만들어 내려받습니다. 기록은 바뀌지 않습니다.',
  compensation:
    '편입면적과 단가로 보상액을 계산해 토지마다 보상액에 기록하고, 산정조서로 만들어 내려받습니다. 이미 적힌 보상액도 바뀌며, 이전 값은 변경 이력에 남습니다.',
  officialDocument: '주소마다 한 통씩 만들어 PDF 파일 하나로 내려받습니다.',
}

/** Fills in the document's name, with the right particle for `{type}을(를)`. */
export function withDocumentName(text: string, document: OfficialDocument | undefined): string {
  const label = officialDocuments.find(({ value }) => value === document)?.label
  if (label === undefined) return text
  return text.replace('{type}을(를)', josa(label, '을/를')).replace('{type}', label)
}
