import fc from 'fast-check'

/** A property that fails at all fails soon; a hundred examples for each of thousands of mutants would take a day. */
fc.configureGlobal({ numRuns: 40 })
