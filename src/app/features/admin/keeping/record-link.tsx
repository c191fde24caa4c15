import { Link } from '@tanstack/react-router'
import { bookOf, wholeReferenceOf, type CollectionName } from '#contract/books/collections.ts'

interface RecordLinkProps {
  collection: CollectionName
  id: string
  caption: string
  /** Nothing opens any more. */
  isDeleted?: boolean
}

/** A record by its caption, opening where it stands. A part has no place of its own. */
export function RecordLink({ collection, id, caption, isDeleted = false }: RecordLinkProps) {
  const { screen, label } = bookOf(collection)
  const words = caption || label
  if (isDeleted || wholeReferenceOf(collection)) return <span>{words}</span>
  const search = { ...('search' in screen ? screen.search : {}), open: id }
  return (
    <Link to={screen.path} search={search} className="underline underline-offset-4">
      {words}
    </Link>
  )
}
