import type { CollectionName } from '#contract/books/collections.ts'

/** The fields a question means when it names none. */
interface DefaultFields {
  /** 10월 사건: the day field. */
  readonly day?: string
  /** 내일, 이번 주: the day field of what is planned. */
  readonly plannedDay?: string
  /** 금액: the field to add up. */
  readonly amount?: string
  /** Fields whose values a question may name (한강대교, 박서준), likelier ones first. */
  readonly named: readonly string[]
  /** The field of the land's owner. */
  readonly owner?: string
  /** 담당자별, 누구: the field of the person. */
  readonly person?: string
}

export const defaultFields: Partial<Record<CollectionName, DefaultFields>> = {
  'deposit-cases': {
    day: 'created_at',
    amount: 'fees',
    owner: 'owner_name',
    person: 'business_manager',
    named: ['business_section', 'business_manager', 'purpose', 'regi_office', 'deposit_name'],
  },
  'real-estate': {
    day: 'created_at',
    plannedDay: 'regi_date',
    amount: 'fees',
    owner: 'owner',
    person: 'group_id.manager',
    named: [
      'group_id.name',
      'group_id.manager',
      'purpose',
      'group_id.region',
      'group_id.trust_corporate_name',
      'group_id.office',
      'group_id.type',
    ],
  },
  'quick-deliveries': { day: 'created_at', amount: 'amount', person: 'rider', named: ['rider'] },
  'leave-requests': { day: 'startDate', person: 'requester_name', named: ['requester_name'] },
  'card-usage': { day: 'created_at', named: ['purpose'] },
  inquiries: { day: 'received_at', person: 'assignee', named: ['assignee'] },
  applications: { day: 'inserted_at', named: [] },
  'real-estate-units': { amount: 'price', owner: 'owner', named: ['group_id.name', 'purpose'] },
  addresses: {
    day: 'inserted_at',
    amount: 'fees',
    owner: 'owner_name',
    person: 'manager.name',
    named: ['project.name', 'manager.name', 'purpose', 'sigungu', 'dong', 'regi_office', 'owner_name'],
  },
  managers: { named: ['position', 'name', 'company.name', 'department.name'] },
  departments: { named: ['name', 'company.name'] },
  banks: { person: 'owner_name', named: ['name', 'position', 'owner_name'] },
  companies: { named: ['name'] },
  projects: { day: 'start_date', named: ['name'] },
  'address-changes': { day: 'inserted_at', named: [] },
  'address-lands': { amount: 'compensation', named: ['land_kind', 'address_id.jibun'] },
  titles: { named: ['name', 'project.name'] },
  'real-estate-groups': {
    person: 'manager',
    named: ['name', 'manager', 'trust_corporate_name', 'office', 'region', 'type'],
  },
}

/** Fields that name a section. */
export const sectionPaths: ReadonlySet<string> = new Set(['business_section', 'group_id.name', 'project.name', 'name'])
