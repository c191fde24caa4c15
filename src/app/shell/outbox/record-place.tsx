import { Link } from '@tanstack/react-router'
import { mirroredCollections, type CollectionName } from '#contract/records/collections.ts'

const depositTabs: Partial<Record<CollectionName, string>> = {
  companies: 'company',
  departments: 'department',
  managers: 'manager',
  projects: 'project',
  titles: 'title',
}

/** The kind of record an entry is about, as the way to the screen where such records are kept. */
export function RecordPlace({ collection }: { collection: CollectionName }) {
  const { label } = mirroredCollections[collection]
  const className = 'underline decoration-rule-strong underline-offset-4 hover:text-ink'
  if (collection === 'real-estate' || collection === 'real-estate-groups') {
    return (
      <Link to="/services/real-estate" className={className}>
        {label}
      </Link>
    )
  }
  if (collection === 'card-usage') {
    return (
      <Link to="/staff/card-report" className={className}>
        {label}
      </Link>
    )
  }
  if (collection === 'inquiries') {
    return (
      <Link to="/staff/inquiries" className={className}>
        {label}
      </Link>
    )
  }
  if (collection === 'leave-requests') {
    return (
      <Link to="/staff/leave-request" className={className}>
        {label}
      </Link>
    )
  }
  return (
    <Link to="/services/deposit" search={{ tab: depositTabs[collection] }} className={className}>
      {label}
    </Link>
  )
}
