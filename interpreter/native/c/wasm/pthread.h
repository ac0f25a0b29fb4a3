/* Of <pthread.h>, what the searches use.  There is one thread, and no more can be started. */
#pragma once

typedef int pthread_t;

static inline int pthread_create(pthread_t *thread, const void *how, void *(*work)(void *), void *of)
{
    (void)thread; (void)how; (void)work; (void)of;
    return 1;
}

static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread; (void)result;
    return 1;
}
