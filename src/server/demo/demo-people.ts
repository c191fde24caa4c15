import type { Picker } from './demo-picker.ts'

/** Invented words only: no real person, place or company. */
const surnames = ['김', '이', '박', '최', '정', '강', '조', '윤', '장', '임', '한', '오'] as const
const givenNames = ['달래', '보람', '새론', '이든', '하람', '도담', '가온', '나래', '여울', '미르'] as const

const places = [
  '가람도 솔빛시 해든구 달빛동',
  '가람도 솔빛시 해든구 별빛동',
  '가람도 솔빛시 나루구 여울동',
  '누리군 하늘면 별빛리',
  '누리군 하늘면 달맞이리',
  '가람도 해든시 가온읍 도담리',
] as const

const roads = ['달빛로', '해든대로12길', '별빛로3길', '여울강변로', '하늘산단로'] as const
const estates = ['해든마을 가온채 1단지', '해든마을 가온채 2단지', '달빛스퀘어', '솔빛더하임', '나루리버뷰'] as const

const companies = [
  '(주)달빛개발',
  '솔빛도시개발공사',
  '주식회사 가온종합건설',
  '누리철도건설단',
  '㈜해든에너지',
  '하늘산단관리(주)',
] as const

export const demoRegistries = ['솔빛지방법원 해든등기소', '솔빛지방법원 등기과', '누리지방법원 하늘등기소'] as const

export function demoPerson(pick: Picker): string {
  return `${pick.one(surnames)}${pick.one(givenNames)}`
}

/** A person or, one time in eight, a company; sometimes with co-owners. */
export function demoOwner(pick: Picker): string {
  const name = pick.chance(12) ? pick.one(companies) : demoPerson(pick)
  return pick.chance(8) ? `${name} 외 ${pick.between(1, 4)}명` : name
}

export function demoAddress(pick: Picker): string {
  const home = `${pick.between(101, 118)}동 ${pick.between(1, 25)}0${pick.between(1, 6)}호`
  if (pick.chance(45)) return demoLot(pick)
  return `가람도 솔빛시 해든구 ${pick.one(roads)} ${pick.between(1, 240)}, ${home} (달빛동, ${pick.one(estates)})`
}

/** A lot of land 지번. */
export function demoLot(pick: Picker): string {
  return `${pick.one(places)} ${pick.between(1, 980)}-${pick.between(1, 40)}`
}
