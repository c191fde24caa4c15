/** A section of a page, by the id of its heading. `mark` is its number, such as `제1조`. */
export interface ContentsEntry {
  id: string
  title: string
  mark?: string
}

/** 차례: the table of contents, next to the page and visible while it scrolls. */
export function PageContents({ entries }: { entries: readonly ContentsEntry[] }) {
  return (
    <nav aria-label="차례" data-screen-only className="lg:sticky lg:top-6 lg:self-start">
      <ol className="grid grid-cols-[auto_1fr] border-t-2 border-ink">
        {entries.map(({ id, title, mark }) => (
          <li key={id} className="col-span-full grid grid-cols-subgrid border-b">
            <a
              href={`#${id}`}
              className="col-span-full grid grid-cols-subgrid py-2 text-ink-2 hover:text-ink hover:underline coarse:py-3"
            >
              {mark === undefined ? null : <span className="tabular pr-2 text-ink-3">{mark}</span>}
              <span className={mark === undefined ? 'col-span-full' : ''}>{title}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
