import type { Database } from '../db/client.ts'
import { demoRegistries } from '../demo/demo-people.ts'
import { demoId } from '../demo/demo-picker.ts'
import { insertDemoRows } from '../demo/demo-rows.ts'
import { sections, trusts } from './demo-words.ts'

export type DemoGroup = ReturnType<typeof demoGroups>[number]

/** Inserts the groups for a number of cases and keeps existing ones. */
export async function loadDemoGroups(trx: Database, wanted: { seed: number; cases: number }): Promise<DemoGroup[]> {
  const groups = demoGroups(wanted)
  await insertDemoRows(trx, 'real_estate_group', groups)
  return groups
}

function demoGroups({ seed, cases }: { seed: number; cases: number }) {
  const size = Math.max(sections.length, Math.min(120, Math.ceil(cases / 500)))
  return Array.from({ length: size }, (_, index) => {
    const section = sections[index % sections.length] ?? sections[0]
    const round = Math.floor(index / sections.length)
    return {
      ...section,
      id: demoId(seed ^ 0x6e0, index),
      version: 1,
      name: round === 0 ? section.name : `${section.name} ${round + 1}차`,
      trust_corporate_name: trusts[index % trusts.length] ?? null,
      office: demoRegistries[index % demoRegistries.length] ?? null,
      is_demo: true,
    }
  })
}
