import type { KeySection } from './key-sheet.ts'

/** Key sections, in two columns where they fit; used in the list of keys and in 도움말. */
export function KeyList({ sections }: { sections: readonly KeySection[] }) {
  return (
    <div className="gap-8 sm:columns-2">
      {sections.map((section) => (
        <Section key={section.group} section={section} />
      ))}
    </div>
  )
}

function Section({ section }: { section: KeySection }) {
  return (
    <section className="mb-5">
      <h3 className="border-b border-rule-strong pb-1 text-label font-semibold text-ink-2 [break-after:avoid]">
        {section.title}
      </h3>
      <dl>
        {section.lines.map((line) => (
          <div
            key={`${line.label} ${line.keys.join(' ')}`}
            className="flex min-h-8 items-center gap-3 border-b py-1 [break-inside:avoid]"
          >
            <dt className="min-w-0 flex-1">{line.label}</dt>
            <dd className="flex shrink-0 flex-wrap justify-end gap-1.5">
              {line.keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-control border border-rule-strong bg-paper-sunk px-1.5 py-0.5 font-[inherit] text-label whitespace-nowrap text-ink"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
