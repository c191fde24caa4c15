import type { AppPath } from '#contract/app-paths.ts'
import type { DepositPart, FirstStep, StepKey } from '#domain/today/first-steps.ts'

interface StepText {
  readonly title: string
  readonly note: string
  readonly to: AppPath
  readonly search?: Readonly<Record<string, string>>
  readonly action: string
}

/** Each part that a deposit case needs has its own list. */
export function textOfStep({ key }: FirstStep, depositPart: DepositPart | undefined): StepText {
  if (key !== 'deposit' || depositPart === undefined) return texts[key]
  return { ...texts.deposit, search: { tab: depositPart }, action: `${partNames[depositPart]} 등록하기` }
}

const partNames: Readonly<Record<DepositPart, string>> = {
  company: '회사',
  department: '부서',
  manager: '관리자',
  project: '사업구간',
  title: '목록',
}

const texts: Readonly<Record<StepKey, StepText>> = {
  office: {
    title: '사무소 정보',
    note: '이름, 주소, 전화, 직인입니다. 입력하기 전에는 누리집이 공개되지 않고 공문도 만들 수 없습니다.',
    to: '/settings',
    search: { tab: 'office' },
    action: '사무소 정보 입력하기',
  },
  staff: {
    title: '직원 초대',
    note: '초대 링크를 보내면 로그인하는 대로 직원이 됩니다.',
    to: '/settings',
    search: { tab: 'people' },
    action: '직원 초대하기',
  },
  group: {
    title: '사업구간',
    note: '등기 사건이 속하는 단지나 현장입니다.',
    to: '/services/real-estate',
    search: { tab: 'group' },
    action: '사업구간 등록하기',
  },
  case: {
    title: '사건',
    note: '신규 줄에 하나를 입력하거나 엑셀을 한꺼번에 가져옵니다.',
    to: '/services/real-estate',
    search: { tab: 'table' },
    action: '사건부로 가기',
  },
  deposit: {
    title: '공탁',
    note: '회사, 부서, 관리자, 사업구간, 목록 순서로 등록합니다.',
    to: '/services/deposit',
    action: '공탁 관리로 가기',
  },
}
