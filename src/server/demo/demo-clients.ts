import { demoPerson } from './demo-people.ts'
import { createPicker } from './demo-picker.ts'

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
 * The twelve sections 사업구간 of the demo deposit cases; `manager` is an index into `demoManagers`.
 */
export const demoSections = [
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

export interface DemoManager {
  readonly name: string
  readonly position: string
  /** Index into `demoClients`; `department` is an index into its departments. */
  readonly client: number
  readonly department: number
}

/** Thirty managers of the clients, assigned to the departments in turn. */
export const demoManagers: readonly DemoManager[] = Array.from({ length: 30 }, (_, index) => {
  const pick = createPicker(0x3a7, index)
  const desks = demoClients.flatMap((client, clientIndex) =>
    client.departments.map((_name, department) => ({ client: clientIndex, department })),
  )
  const desk = desks[index % desks.length] ?? { client: 0, department: 0 }
  return { ...desk, name: demoPerson(pick), position: pick.one(['과장', '차장', '대리']) }
})

/** The contact person and the client of a section, as cases name them. */
export function demoSectionWords(index: number) {
  const section = demoSections[index % demoSections.length] ?? demoSections[0]
  const round = Math.floor(index / demoSections.length)
  const manager = demoManagers[section.manager]
  return {
    business_section: round === 0 ? section.name : `${section.name} ${round + 1}차`,
    business_manager: manager ? `${manager.name} ${manager.position}` : '',
    deposit_name: demoClients[manager?.client ?? 0]?.name ?? null,
  }
}
