import { Link } from '@tanstack/react-router'
import { bookOf, type CollectionName } from '#contract/books/collections.ts'

/** The kind of record an entry is about, as the way to the screen where such records are kept. */
export function RecordPlace({ collection }: { collection: CollectionName }) {
  const { label, screen } = bookOf(collection)
  return (
    <Link
      to={screen.path}
      search={screen.search ?? {}}
      className="underline decoration-rule-strong underline-offset-4 hover:text-ink"
    >
      {label}
    </Link>
  )
}
