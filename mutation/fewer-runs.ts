import fc from 'fast-check'

/**
 * A property that fails at all fails soon; a hundred examples for each of thousands of mutants would take a day. Nobody
 * reads the smallest example of a mutant either.
 */
fc.configureGlobal({ numRuns: 40, endOnFailure: true })
