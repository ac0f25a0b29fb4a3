/* Of <pthread.h>, what random games use, as the GNU C library has it on every machine. */
#pragma once

typedef unsigned long pthread_t;

int pthread_create(pthread_t *thread, const void *how, void *(*work)(void *), void *of);
int pthread_join(pthread_t thread, void **result);
