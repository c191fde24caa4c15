import type { z } from 'zod'
import { caseStates, caseStateFilters } from '../../today/case-state.ts'
import type { OfficeData } from '../office-data.ts'
import { labelledText } from './labelled-text.ts'
import { listLink } from './list-link.ts'
import { faultOfQuestion, queryOf, recordQuestionSchema } from './record-question.ts'
import { hasOffice, refusal } from './record-tools.ts'
import { conditionText, countText, readableLabel } from './shown-text.ts'
import type { Tool } from './tool.ts'

const schema = recordQuestionSchema.omit({ collection: true, sort: true })
export type CaseStatesInput = z.output<typeof schema>

/**
 * Counts real-estate cases by state. The record has no state field (domain/today/case-state.ts), so
 * grouping can't do this.
 */
export const countCaseStates: Tool<typeof schema> = {
  name: 'case_states',
  description:
    'How many real-estate cases are completed, in progress, delayed and waiting: they have no status field. Deposit cases are grouped by `status` instead.',
  parameters: schema,
  isOffered: hasOffice,
  label: () => '등기 사건의 상태를 세고 있습니다.',
  async run(input, { office }) {
    const bookQuery = { collection, sort: [], ...input }
    const fault = office ? faultOfQuestion(office, bookQuery) : 'not permitted'
    if (!office || fault !== null) return refusal(fault ?? '')
    const query = queryOf(bookQuery)
    const { whole: total, byState } = await countStates(office, input)
    const table = {
      kind: 'table' as const,
      title: readableLabel(collection),
      count: caseStates.length,
      columns: [
        { label: '상태', kind: 'text' as const },
        { label: '건수', kind: 'number' as const },
      ],
      rows: caseStates.map(({ value, label }) => [label, byState[value]]),
      total: ['합계', total],
      link: listLink(collection, query, null),
    }
    const condition = conditionText(collection, query)
    const sentence = `${condition === '' ? '' : `${condition}: `}${countText(collection, total)}, 상태 ${caseStates.length}개입니다.`
    return { parts: [{ kind: 'text', text: sentence }, table], text: labelledText(table) }
  },
}

const collection = 'real-estate' as const

/** Cases in no other state are waiting. */
async function countStates(office: OfficeData, { filters, search }: CaseStatesInput) {
  const count = async (more: CaseStatesInput['filters']) => {
    const query = queryOf({ collection, filters: [...filters, ...more], search, sort: [] })
    return (await office.sum(collection, query, { sums: [], by: null })).count
  }
  const [total, completed, in_progress, delayed] = await Promise.all([
    count([]),
    count(caseStateFilters('completed', office.today)),
    count(caseStateFilters('in_progress', office.today)),
    count(caseStateFilters('delayed', office.today)),
  ])
  return {
    whole: total,
    byState: { completed, in_progress, delayed, waiting: total - completed - in_progress - delayed },
  }
}
