import { createPicker, type Picker } from './demo-picker.ts'

/**
 * Six fictional clients 시행자 with 14 departments in all. The last name has the maximum length of
 * names.
 */
export const demoClients = [
  { name: '가상도로공사', address: '가람도 솔빛시 해든구 달빛로 1', departments: ['보상1부', '보상2부', '용지부'] },
  {
    name: '솔빛도시개발공사',
    address: '가람도 솔빛시 나루구 여울강변로 20',
    departments: ['보상1부', '보상2부', '용지부'],
  },
  { name: '누리철도건설단', address: '누리군 하늘면 하늘산단로 7', departments: ['보상1부', '용지부'] },
  {
    name: '가람도 해든시청 도로과',
    address: '가람도 해든시 가온읍 해든대로12길 100',
    departments: ['보상팀', '용지팀'],
  },
  { name: '하늘산단관리(주)', address: '누리군 하늘면 하늘산단로 1', departments: ['용지부', '관리부'] },
  {
    name: '주식회사 가온누리해든솔빛별빛달빛여울도담미르나래종합개발',
    address: null,
    departments: ['보상1부', '용지부'],
  },
] as const

/**
 * The twelve projects 사업구간 of the demo deposit cases; `manager` is an index into `demoManagers`.
 */
export const demoProjects = [
  { name: '가온–솔빛 고속도로 제1공구', manager: 0, status: '진행중', progress: 85 },
  { name: '가온–솔빛 고속도로 제2공구', manager: 1, status: '진행중', progress: 60 },
  { name: '가온–솔빛 고속도로 제3공구', manager: 2, status: '진행중', progress: 45 },
  { name: '가온–솔빛 고속도로 제4공구', manager: 14, status: '진행중', progress: 20 },
  { name: '가온–솔빛 고속도로 제5공구', manager: 15, status: '대기중', progress: 0 },
  { name: '해든 우회도로(달빛동~별빛리)', manager: 8, status: '진행중', progress: 70 },
  { name: '누리천 정비 2차', manager: 9, status: '완료', progress: 100 },
  { name: '솔빛 도시계획도로 중로2-14호선', manager: 3, status: '진행중', progress: 55 },
  { name: '하늘산단 진입도로', manager: 10, status: '보류', progress: 30 },
  { name: '누리–하늘 철도 복선화 제2공구', manager: 6, status: '진행중', progress: 40 },
  { name: '해든 공영주차장 조성', manager: 4, status: '완료', progress: 100 },
  { name: '별빛 배수지 확장', manager: 12, status: '대기중', progress: null },
] as const

interface DemoManager {
  readonly name: string
  readonly position: string
  /** Index into `demoClients`; `department` is an index into its departments. */
  readonly client: number
  readonly department: number
}

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

export function pickDemoPerson(pick: Picker): string {
  return `${pick.oneOf(surnames)}${pick.oneOf(givenNames)}`
}

/** A person or, one time in eight, a company; sometimes with co-owners. */
export function pickDemoOwner(pick: Picker): string {
  const name = pick.chance(12) ? pick.oneOf(companies) : pickDemoPerson(pick)
  return pick.chance(8) ? `${name} 외 ${pick.between(1, 4)}명` : name
}

export function pickDemoAddress(pick: Picker): string {
  const home = `${pick.between(101, 118)}동 ${pick.between(1, 25)}0${pick.between(1, 6)}호`
  if (pick.chance(45)) return pickDemoLot(pick)
  return `가람도 솔빛시 해든구 ${pick.oneOf(roads)} ${pick.between(1, 240)}, ${home} (달빛동, ${pick.oneOf(estates)})`
}

/** A lot of land 지번. */
export function pickDemoLot(pick: Picker): string {
  return `${pick.oneOf(places)} ${pick.between(1, 980)}-${pick.between(1, 40)}`
}

/** Thirty managers of the clients, assigned to the departments in turn. */
export const demoManagers: readonly DemoManager[] = Array.from({ length: 30 }, (_, index) => {
  const pick = createPicker(0x3a7, index)
  const desks = demoClients.flatMap((client, clientIndex) =>
    client.departments.map((_name, department) => ({ client: clientIndex, department })),
  )
  const desk = desks[index % desks.length] ?? { client: 0, department: 0 }
  return { ...desk, name: pickDemoPerson(pick), position: pick.oneOf(['과장', '차장', '대리']) }
})

/** The contact person and the client of a project, as cases name them. */
export function getDemoProject(index: number) {
  const project = demoProjects[index % demoProjects.length] ?? demoProjects[0]
  const round = Math.floor(index / demoProjects.length)
  const manager = demoManagers[project.manager]
  return {
    business_section: round === 0 ? project.name : `${project.name} ${round + 1}차`,
    business_manager: manager ? `${manager.name} ${manager.position}` : '',
    deposit_name: demoClients[manager?.client ?? 0]?.name ?? null,
  }
}
