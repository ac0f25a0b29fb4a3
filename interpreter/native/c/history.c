/* The error codes that all run-time files share. */

#include <pthread.h>
#include <stdatomic.h>

enum {
    API_OK, API_ILLEGAL, API_FAULT, API_NO_MEMORY, API_STOPPED, API_SET_UP, API_CODES
    /* and from ROUNDS_FAULT on: that of a loop */
};

/* The code of a fault: a turn that is too long for the look-ahead, or a set-up that failed,
   or a loop that went on for too long. */
static int32_t api_fault(void)
{
    if (fault >= ROUNDS_FAULT) return fault;
    return fault == SET_UP_FAULT ? API_SET_UP : API_FAULT;
}
