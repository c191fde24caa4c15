import { Link } from '@tanstack/react-router'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import { findParentReference } from '#contract/books/references.ts'

interface RecordLinkProps {
  collection: CollectionName
  id: string
  caption: string
  /** A deleted record cannot be opened. */
  isDeleted?: boolean
}

/** A record's caption, linked to its screen. Parts have no screen of their own, so no link. */
export function RecordLink({ collection, id, caption, isDeleted = false }: RecordLinkProps) {
  const { screen, label } = getBook(collection)
  const text = caption || label
  if (isDeleted || findParentReference(collection)) return <span>{text}</span>
  const search = { ...('search' in screen ? screen.search : {}), open: id }
  return (
    <Link to={screen.path} search={search} className="underline underline-offset-4">
      {text}
    </Link>
  )
}
