import { isWorkingDay } from '#domain/dates/calendar.ts'
import { addDays, toOfficeDay } from '#domain/dates/office-date.ts'
import type { Database } from '#server/db/client.ts'
import { createDemoRowMaker, loadDemoBook } from '#server/demo/demo-rows.ts'

interface DemoEmployee {
  readonly id: string
  readonly name: string
}

/**
 * Inserts five requests with dates around today for each person; existing ones stay. Returns the
 * number inserted.
 */
export async function loadDemoLeave(
  db: Database,
  { now, people, decider }: { now: Date; people: readonly DemoEmployee[]; decider: string },
): Promise<number> {
  const today = toOfficeDay(now.getTime())
  const makeRow = createDemoRowMaker('leave-requests', 0x1e)
  const rows = people.flatMap((person, personIndex) =>
    demoLeaves.map((leave, index) =>
      makeRow(personIndex * demoLeaves.length + index, {
        requester_id: person.id,
        requester_name: person.name,
        ...makeRequest(leave, { today, personIndex }),
        ...makeDecision(leave, { today, personIndex, decider }),
      }),
    ),
  )
  return await loadDemoBook(db, { name: 'leave-requests', count: rows.length }, (index) => rows[index] ?? {})
}

interface DemoLeave {
  /** Days from today, before adding the person's own offset. */
  readonly from: number
  /** Further calendar days after the first. */
  readonly more: number
  readonly type: 'annual' | 'half_day' | 'sick' | 'other'
  readonly state: 'pending' | 'approved' | 'refused'
  readonly reason: string
  readonly comment?: string
}

/** Far enough apart that no two requests of one person overlap at any offset. */
const demoLeaves: readonly DemoLeave[] = [
  { from: -150, more: 4, type: 'annual', state: 'approved', reason: '여름휴가' },
  {
    from: -100,
    more: 0,
    type: 'sick',
    state: 'approved',
    reason: '몸살로 병원 진료',
    comment: '진료확인서 받았습니다.',
  },
  { from: -45, more: 0, type: 'half_day', state: 'approved', reason: '관공서 방문' },
  {
    from: -20,
    more: 1,
    type: 'annual',
    state: 'refused',
    reason: '개인 사정',
    comment: '잔금일이 겹칩니다. 다음 주로 옮겨 주세요.',
  },
  { from: 9, more: 2, type: 'annual', state: 'pending', reason: '가족 여행' },
]

function makeRequest(
  { from, more, type, reason }: DemoLeave,
  { today, personIndex }: { today: string; personIndex: number },
) {
  const startDate = findWorkingDay(addDays(today, from + personIndex * 3))
  return {
    type,
    reason,
    half: type === 'half_day' ? 'afternoon' : null,
    startDate,
    endDate: more === 0 ? startDate : findWorkingDay(addDays(startDate, more)),
  }
}

function makeDecision(
  { from, state, comment }: DemoLeave,
  { today, personIndex, decider }: { today: string; personIndex: number; decider: string },
) {
  const decidedOn = addDays(today, from + personIndex * 3 - 7)
  const isDecided = state !== 'pending'
  return {
    state,
    comment: comment ?? null,
    decided_by: isDecided ? decider : null,
    decided_at: isDecided ? `${decidedOn}T01:30:00Z` : null,
  }
}

function findWorkingDay(day: string): string {
  let workingDay = day
  while (!isWorkingDay(workingDay)) workingDay = addDays(workingDay, 1)
  return workingDay
}
