import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../platform/i18n.ts'
import { type Article, loadArticles } from './articles.ts'

export function useArticles() {
  const language = useLanguage()
  return useQuery<readonly Article[]>({
    queryKey: ['help', language],
    queryFn: () => loadArticles(language),
    staleTime: Infinity,
  })
}
