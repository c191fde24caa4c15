/** A JSON value as lists that fold, for visitors: made of what every browser has. */
export function PlainJson({ value, depth = 0 }: { value: object; depth?: number }) {
  return (
    <ul className={`min-w-0 break-words ${depth > 0 ? 'border-l pl-3' : ''}`}>
      {Object.entries(value).map(([key, inner]: [string, unknown]) => (
        <li key={key}>
          {typeof inner === 'object' && inner !== null && depth < deepest ? (
            <details open={depth === 0}>
              <summary className="cursor-pointer text-ink-2">{key}</summary>
              <PlainJson value={inner} depth={depth + 1} />
            </details>
          ) : (
            <>
              <span className="text-ink-2">{key}: </span>
              {typeof inner === 'object' && inner !== null ? '…' : JSON.stringify(inner)}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What lies deeper is left out. */
const deepest = 20
