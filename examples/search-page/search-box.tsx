import { useId, useState, type FormEvent } from 'react'
import { useSearch } from './use-search.ts'

/** A field and the list of what is found. `host` is the address of the documentation host. */
export function SearchBox({ host }: { readonly host: string }) {
  const [query, setQuery] = useState('')
  const [isFinished, setFinished] = useState(false)
  const { results, said } = useSearch(host, query, isFinished)
  const id = useId()
  function finish(event: FormEvent) {
    event.preventDefault()
    setFinished(true)
  }
  function type(text: string) {
    setQuery(text)
    setFinished(false)
  }
  return (
    <form role="search" onSubmit={finish}>
      <label htmlFor={id}>Search the documentation</label>
      <input id={id} type="search" autoComplete="off" value={query} onChange={(event) => type(event.target.value)} />
      <p role="status">{said}</p>
      <ol>
        {results.map(({ description, title, url }) => (
          <li key={url}>
            <a href={url}>{title}</a>
            <p>{description}</p>
          </li>
        ))}
      </ol>
    </form>
  )
}
