/**
 * What Node is started with for the api. New objects live in a space that is cleaned whole while nothing else runs. Left
 * alone it grows to 32 MB, and cleaning it takes 10 to 20 ms every two seconds under 300 requests a second; of 8 MB it
 * takes 2 to 3. The Dockerfile says the same.
 */
export const API_FLAGS: readonly string[] = ['--max-semi-space-size=8']
