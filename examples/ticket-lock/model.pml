/* A lock with tickets: whoever wants to enter draws a number and waits until it is shown. */

#define N 3                     /* people; numbers are counted modulo N */

byte next;                      /* the number that is drawn next */
byte shown;                     /* the number whose turn it is */
byte inside;                    /* how many are inside */

active [N] proctype Person()
{
	byte ticket;

	do
	:: atomic { ticket = next; next = (next + 1) % N };
waiting:	shown == ticket;
		inside++;
critical:	assert(inside == 1);
		inside--;
		shown = (shown + 1) % N
	od
}

ltl exclusive { [] (inside <= 1) }
ltl served    { [] (Person[0]@waiting -> <> Person[0]@critical) }
ltl busy      { [] <> (inside == 1) }
