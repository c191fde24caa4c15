import { addDays, toOfficeDay } from '#domain/dates/office-date.ts'
import type { Database } from '#server/db/client.ts'
import { demoClients, demoManagers, demoProjects } from '#server/demo/demo-clients.ts'
import { createDemoId } from '#server/demo/demo-picker.ts'
import { insertDemoRows, startNewEpoch } from '#server/demo/demo-rows.ts'

/**
 * Inserts the fictional clients with their departments, managers, projects and titles; existing
 * ones stay. Returns the number inserted.
 */
export async function loadDemoMasterData(db: Database, { now }: { now: Date }): Promise<number> {
  const today = toOfficeDay(now.getTime())
  return await db.transaction().execute(async (trx) => {
    const count =
      (await insertDemoRows(trx, 'company', companies())) +
      (await insertDemoRows(trx, 'department', departments())) +
      (await insertDemoRows(trx, 'manager', managers())) +
      (await insertDemoRows(trx, 'project', projects(today))) +
      (await insertDemoRows(trx, 'title', titles()))
    if (count > 0) await startNewEpoch(trx)
    return count
  })
}

/** One seed per list, so that no two records get the same id. */
const seeds = { company: 0xc0, department: 0xde, manager: 0x3a, project: 0x9c, title: 0x71 } as const

function row(kind: keyof typeof seeds, index: number, fields: object) {
  return { id: createDemoId(seeds[kind], index), version: 1, is_demo: true, ...fields }
}

function companies() {
  return demoClients.map(({ name, address }, index) => row('company', index, { name, address, description: '시행자' }))
}

/** Index of a department among all departments. */
function departmentIndex(client: number, department: number): number {
  const before = demoClients
    .slice(0, client)
    .reduce((sum, { departments: ownDepartments }) => sum + ownDepartments.length, 0)
  return before + department
}

function departments() {
  return demoClients.flatMap((client, position) =>
    client.departments.map((name, department) =>
      row('department', departmentIndex(position, department), {
        name,
        company: createDemoId(seeds.company, position),
      }),
    ),
  )
}

function managers() {
  return demoManagers.map(({ name, position, client, department }, index) => {
    const number = String(index + 1)
    return row('manager', index, {
      name,
      position,
      company: createDemoId(seeds.company, client),
      department: createDemoId(seeds.department, departmentIndex(client, department)),
      tel: `010-0000-${number.padStart(4, '0')}`,
      email: `manager${number.padStart(2, '0')}@example.com`,
    })
  })
}

function projects(today: string) {
  return demoProjects.map(({ name, manager, status, progress }, index) => {
    const start = addDays(today, -500 + index * 37)
    return row('project', index, {
      name,
      status,
      progress_percentage: progress,
      manager: createDemoId(seeds.manager, manager),
      start_date: start,
      end_date: status === '대기중' ? null : addDays(start, 540),
    })
  })
}

const batches = [
  { name: '1차 협의분', status: '완료', progress: 100 },
  { name: '수용재결분(2026-03)', status: '진행중', progress: 65 },
  { name: '추가편입분', status: '진행중', progress: 30 },
  { name: '잔여지 매수분', status: '대기중', progress: 0 },
] as const

function titles() {
  return Array.from({ length: 40 }, (_, index) => {
    const batch = batches[Math.floor(index / demoProjects.length)] ?? batches[0]
    return row('title', index, {
      name: batch.name,
      status: batch.status,
      progress_percentage: batch.progress,
      project: createDemoId(seeds.project, index % demoProjects.length),
    })
  })
}
